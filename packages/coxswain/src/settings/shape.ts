import { getNodePath, type Node } from "jsonc-parser";
import type { JsonSchema } from "./json-schema.ts";
import { nearest } from "./nearest.ts";

/** Whose settings are read. */
export type Layer = "user" | "project";

/** What is being read, and where to say what is odd but does no harm. */
export interface Reading {
  readonly layer: Layer;
  warn(at: Node, message: string): void;
}

/** What a value of a settings file has to be: as a check that tells people, and as JSON Schema. */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /** @throws {Mismatch} */
  read(node: Node, reading: Reading): Value;
}

/** A value is not what it has to be. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
  readonly node: Node;

  constructor(node: Node, message: string) {
    super(message);
    this.node = node;
  }
}

const scalar = <Value>(expected: string, schema: JsonSchema, fits: (value: unknown) => value is Value): Shape<Value> => ({
  schema,
  read(node) {
    const value: unknown = node.value;
    if (fits(value)) return value;
    throw wrong(node, expected, typeof value === schema["type"] ? undefined : kind(node));
  },
});

export const bool = (): Shape<boolean> => scalar("true or false", { type: "boolean" }, (value) => typeof value === "boolean");

/** A string that is not empty and matches the pattern. */
export const text = (expected = "a text", pattern = /./s): Shape<string> =>
  scalar(
    expected,
    { type: "string", pattern: pattern.source },
    (value): value is string => typeof value === "string" && pattern.test(value),
  );

export const whole = (least: number): Shape<number> =>
  scalar(
    `a whole number of ${least} or more`,
    { type: "integer", minimum: least },
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= least,
  );

export const amount = (): Shape<number> =>
  scalar(
    "a number of 0 or more",
    { type: "number", minimum: 0 },
    (value): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0,
  );

export const oneOf = <Value extends string>(values: readonly Value[]): Shape<Value> => ({
  schema: { enum: values },
  read(node) {
    const found = values.find((value) => value === node.value);
    if (found !== undefined) return found;
    throw wrong(node, `one of ${values.join(", ")}`, typeof node.value === "string" ? quoted(node.value) : kind(node));
  },
});

export const list = <Value>(item: Shape<Value>): Shape<readonly Value[]> => ({
  schema: { type: "array", items: item.schema },
  read(node, reading) {
    if (node.type !== "array") throw wrong(node, "a list in brackets", kind(node));
    return (node.children ?? []).map((child) => item.read(child, reading));
  },
});

/** An object whose names are free, within a pattern. */
export const table = <Value>(
  name: { readonly expected: string; readonly pattern: RegExp },
  item: Shape<Value>,
): Shape<Readonly<Record<string, Value>>> => ({
  schema: { type: "object", propertyNames: { pattern: name.pattern.source }, additionalProperties: item.schema },
  read(node, reading) {
    return Object.fromEntries(
      properties(node, reading).map(({ key, keyNode, value }) => {
        if (!name.pattern.test(key)) throw new Mismatch(keyNode, `${place(value)}: the name has to be ${name.expected}.`);
        return [key, item.read(value, reading)];
      }),
    );
  },
});

export interface Field<Value> {
  readonly shape: Shape<Value>;
  readonly description: string;
  /** A project cannot set it, though it is trusted: it decides what a run may do or where secrets go. */
  readonly userOnly?: true;
}

type Fields<Value> = {
  readonly [Key in keyof Value]-?: Field<Exclude<Value[Key], undefined>> &
    (Partial<Pick<Value, Key>> extends Pick<Value, Key> ? { readonly required?: never } : { readonly required: true });
};

/** An object whose names are known. An unknown one is left out with a warning, for it may be a later version's. */
export const object = <Value extends object>(fields: Fields<Value>): Shape<Value> => {
  const known = new Map<string, Field<unknown> & { readonly required?: true }>(Object.entries(fields));
  const required = [...known].filter(([, field]) => field.required === true).map(([key]) => key);

  const accepted = (key: string, keyNode: Node, value: Node, reading: Reading): Field<unknown> | undefined => {
    if (key === "$schema") return undefined;
    const field = known.get(key);
    if (field === undefined) reading.warn(keyNode, `unknown setting ${place(value)}${hint(key, [...known.keys()])}`);
    else if (field.userOnly === true && reading.layer === "project") {
      reading.warn(keyNode, `${place(value)} is not taken from a project; it belongs in your own settings.`);
      return undefined;
    }
    return field;
  };

  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(
        [...known].map(([key, { shape, description, userOnly }]) => [
          key,
          { description, ...shape.schema, ...(userOnly === true ? { "x-user-only": true } : {}) },
        ]),
      ),
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
    },
    read(node, reading) {
      const found = properties(node, reading);
      const missing = required.find((name) => !found.some(({ key }) => key === name));
      if (missing !== undefined) throw new Mismatch(node, `${place(node)} needs ${quoted(missing)}.`);
      const entries = found.flatMap(({ key, keyNode, value }) => {
        const field = accepted(key, keyNode, value, reading);
        return field === undefined ? [] : [[key, field.shape.read(value, reading)] as const];
      });
      // Each field was read by the shape that `Fields<Value>` demands of it, and the required ones are there.
      return Object.fromEntries(entries) as Value;
    },
  };
};

interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

const properties = (node: Node, reading: Reading): readonly Property[] => {
  if (node.type !== "object") throw wrong(node, "an object in braces", kind(node));
  const found = new Map<string, Property>();
  for (const { children: [keyNode, value] = [] } of node.children ?? []) {
    if (keyNode === undefined || value === undefined) continue;
    const key = String(keyNode.value);
    if (found.has(key)) reading.warn(keyNode, `${place(value)} is set twice; the later one counts.`);
    found.set(key, { key, keyNode, value });
  }
  return [...found.values()];
};

const wrong = (node: Node, expected: string, found?: string): Mismatch =>
  new Mismatch(node, `${place(node)} has to be ${expected}${found === undefined ? "" : `, not ${found}`}.`);

/** Texts are not shown: one in the wrong place may be a key. */
const kind = ({ type, value }: Node): string => {
  if (type === "object") return "an object";
  if (type === "array") return "a list";
  return type === "string" ? "a text" : String(value);
};

const place = (node: Node): string => {
  const path = getNodePath(node);
  return path.length === 0 ? "the file" : quoted(path.join("."));
};

const LONGEST = 60;

const quoted = (value: string): string => JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);

const hint = (value: string, known: readonly string[]): string => {
  const near = nearest(value, known);
  return near === undefined ? "." : `; did you mean ${quoted(near)}?`;
};
