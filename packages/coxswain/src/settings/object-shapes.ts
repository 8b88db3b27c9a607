import type { Node } from "jsonc-parser";
import { kind, Mismatch, mismatch, place, quoted } from "./mismatch.ts";
import { nearest } from "./nearest.ts";
import type { Reading, Shape } from "./shape.ts";

export const list = <Value>(item: Shape<Value>): Shape<readonly Value[]> => ({
  schema: { type: "array", items: item.schema },
  read(node, reading) {
    if (node.type !== "array") throw mismatch(node, "a list in brackets", kind(node));
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
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries([...known].map(([key, field]) => [key, fieldSchema(field)])),
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
    },
    read(node, reading) {
      const found = properties(node, reading).filter(({ key }) => key !== "$schema");
      const missing = required.find((name) => !found.some(({ key }) => key === name));
      if (missing !== undefined) throw new Mismatch(node, `${place(node)} needs ${quoted(missing)}.`);

      const entries = found.flatMap(({ key, keyNode, value }) => {
        const field = known.get(key);
        const leftOut = field === undefined ? unknown(key, value, [...known.keys()]) : refused(field, value, reading);
        if (leftOut !== undefined) reading.warn(keyNode, leftOut);
        return field === undefined || leftOut !== undefined ? [] : [[key, field.shape.read(value, reading)] as const];
      });
      // Each field was read by the shape that `Fields<Value>` demands of it, and the required ones are there.
      return Object.fromEntries(entries) as Value;
    },
  };
};

const fieldSchema = ({ shape, description, userOnly }: Field<unknown>) => ({
  description,
  ...shape.schema,
  ...(userOnly === true ? { "x-user-only": true } : {}),
});

const unknown = (key: string, value: Node, known: readonly string[]): string => {
  const near = nearest(key, known);
  return `unknown setting ${place(value)}${near === undefined ? "." : `; did you mean ${quoted(near)}?`}`;
};

const refused = ({ userOnly }: Field<unknown>, value: Node, { layer }: Reading): string | undefined =>
  userOnly === true && layer === "project" ? `${place(value)} is not taken from a project; it belongs in your own settings.` : undefined;

interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

const properties = (node: Node, reading: Reading): readonly Property[] => {
  if (node.type !== "object") throw mismatch(node, "an object in braces", kind(node));
  const found = new Map<string, Property>();
  for (const { children: [keyNode, value] = [] } of node.children ?? []) {
    if (keyNode === undefined || value === undefined) continue;
    const key = String(keyNode.value);
    if (found.has(key)) reading.warn(keyNode, `${place(value)} is set twice; the later one counts.`);
    found.set(key, { key, keyNode, value });
  }
  return [...found.values()];
};
