import { nearestName } from "../../base/index.ts";
import type { Node } from "jsonc-parser";
import { kind, Mismatch, mismatch, place, quoted, readEach } from "./mismatch.ts";
import type { Field, Reading, Shape } from "./shape.ts";

export const list = <Value>(item: Shape<Value>): Shape<readonly Value[]> => ({
  schema: { type: "array", items: item.schema },
  read(node, reading) {
    if (node.type !== "array") throw mismatch(node, "a list in brackets", kind(node));
    return readEach(node.children ?? [], (child) => item.read(child, reading));
  },
});

/** An object with free names, which must match the pattern if there is one. */
export const table = <Value>(
  { expected, pattern }: { readonly expected: string; readonly pattern?: RegExp },
  item: Shape<Value>,
): Shape<Readonly<Record<string, Value>>> => ({
  schema: {
    type: "object",
    propertyNames: pattern === undefined ? { minLength: 1 } : { pattern: pattern.source },
    additionalProperties: item.schema,
  },
  inside: { each: item },
  read(node, reading) {
    return Object.fromEntries(
      readEach(properties(node, reading), ({ key, keyNode, value }) => {
        if (key === "" || pattern?.test(key) === false) throw new Mismatch(keyNode, `${place(value)}: the name has to be ${expected}.`);
        return [key, item.read(value, reading)];
      }),
    );
  },
});

type Fields<Value> = {
  readonly [Key in keyof Value]-?: Field<Exclude<Value[Key], undefined>> &
    (Partial<Pick<Value, Key>> extends Pick<Value, Key> ? { readonly required?: never } : { readonly required: true });
};

/**
 * An object with fixed names. An unknown name is skipped with a warning, because a later version may define it.
 * @param aside additional names that are accepted but not part of the value
 */
export const object = <Value extends object>(fields: Fields<Value>, aside: Readonly<Record<string, Shape<unknown>>> = {}): Shape<Value> => {
  const known = new Map<string, Field<unknown> & { readonly required?: true }>(Object.entries(fields));
  const required = [...known].filter(([, field]) => field.required === true).map(([key]) => key);
  return {
    schema: {
      type: "object",
      properties: {
        ...Object.fromEntries(Object.entries(aside).map(([key, { schema }]) => [key, schema])),
        ...Object.fromEntries([...known].map(([key, field]) => [key, fieldSchema(field)])),
      },
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
    },
    inside: { fields: known },
    read(node, reading) {
      const found = properties(node, reading);
      const missing = required.find((name) => !found.some(({ key }) => key === name));
      if (missing !== undefined) throw new Mismatch(node, `${place(node)} needs ${quoted(missing)}.`);

      const entries = readEach(found, ({ key, keyNode, value }) => {
        if (Object.hasOwn(aside, key)) {
          aside[key]?.read(value, reading);
          return [];
        }
        const field = known.get(key);
        const leftOut = field === undefined ? unknown(key, value, [...known.keys()]) : refused(field, value, reading);
        if (leftOut !== undefined) reading.warn(keyNode, leftOut);
        return field === undefined || leftOut !== undefined ? [] : [[key, field.shape.read(value, reading)] as const];
      });
      // Safe: the shape from `Fields<Value>` read each field, and the required ones are present.
      return Object.fromEntries(entries.flat()) as Value;
    },
  };
};

const fieldSchema = ({ shape, description, default: value, project }: Field<unknown>) => ({
  description,
  ...shape.schema,
  ...(value === undefined ? {} : { default: value }),
  ...(project === undefined ? {} : { "x-project": project }),
});

const unknown = (key: string, value: Node, known: readonly string[]): string => {
  const near = nearestName(key, known);
  return `unknown setting ${place(value)}${near === undefined ? "." : `; did you mean ${quoted(near)}?`}`;
};

const refused = ({ project }: Field<unknown>, value: Node, { layer }: Reading): string | undefined =>
  project === "never" && layer === "project" ? `${place(value)} is not taken from a project; it belongs in your own settings.` : undefined;

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
