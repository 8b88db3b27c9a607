import { nearestName } from "../base/index.ts";
import type { Node } from "jsonc-parser";
import {
  typeLabel,
  Mismatch,
  mismatch,
  pathLabel,
  quote,
  readEach,
  type Field,
  type ReadContext,
  type Shape,
  type JsonSchema,
} from "./shape.ts";

export const array = <Value>(item: Shape<Value>): Shape<readonly Value[]> => ({
  schema: { type: "array", items: item.schema },
  read(node, reading) {
    if (node.type !== "array") throw mismatch(node, "an array", typeLabel(node));
    return readEach(node.children ?? [], (child) => item.read(child, reading));
  },
});

/** An object with free names, which must match the pattern if there is one. */
export const record = <Value>(
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
        if (key === "" || pattern?.test(key) === false) throw new Mismatch(keyNode, `${pathLabel(value)}: the name must be ${expected}.`);
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
 * @param ignored additional names that are accepted but not part of the value
 */
export const object = <Value extends object>(
  fields: Fields<Value>,
  ignored: Readonly<Record<string, Shape<unknown>>> = {},
): Shape<Value> => {
  const byName = new Map<string, Field<unknown> & { readonly required?: true }>(Object.entries(fields));
  const required = [...byName].filter(([, field]) => field.required === true).map(([key]) => key);
  return {
    schema: {
      type: "object",
      properties: {
        ...Object.fromEntries(Object.entries(ignored).map(([key, { schema }]) => [key, schema])),
        ...Object.fromEntries([...byName].map(([key, field]) => [key, fieldSchema(field)])),
      },
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
    },
    inside: { fields: byName },
    read(node, reading) {
      const found = properties(node, reading);
      const missing = required.find((name) => !found.some(({ key }) => key === name));
      if (missing !== undefined) throw new Mismatch(node, `${pathLabel(node)} needs ${quote(missing)}.`);

      const entries = readEach(found, ({ key, keyNode, value }) => {
        if (Object.hasOwn(ignored, key)) {
          ignored[key]?.read(value, reading);
          return [];
        }
        const field = byName.get(key);
        const warning = field === undefined ? unknownSetting(key, value, [...byName.keys()]) : projectWarning(field, value, reading);
        if (warning !== undefined) reading.warn(keyNode, warning);
        return field === undefined || warning !== undefined ? [] : [[key, field.shape.read(value, reading)] as const];
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

const unknownSetting = (key: string, value: Node, names: readonly string[]): string => {
  const near = nearestName(key, names);
  return `unknown setting ${pathLabel(value)}${near === undefined ? "." : `; did you mean ${quote(near)}?`}`;
};

const projectWarning = ({ project }: Field<unknown>, value: Node, { layer }: ReadContext): string | undefined =>
  project === "never" && layer === "project" ? `${pathLabel(value)} cannot be set by a project; set it in your user settings.` : undefined;

interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

const properties = (node: Node, reading: ReadContext): readonly Property[] => {
  if (node.type !== "object") throw mismatch(node, "an object", typeLabel(node));
  const found = new Map<string, Property>();
  for (const { children: [keyNode, value] = [] } of node.children ?? []) {
    if (keyNode === undefined || value === undefined) continue;
    const key = String(keyNode.value);
    if (found.has(key)) reading.warn(keyNode, `${pathLabel(value)} is set twice; the later one counts.`);
    found.set(key, { key, keyNode, value });
  }
  return [...found.values()];
};

const scalar = <Value>(expected: string, schema: JsonSchema, isValid: (value: unknown) => value is Value): Shape<Value> => ({
  schema,
  read(node) {
    const value: unknown = node.value;
    if (isValid(value)) return value;
    throw mismatch(node, expected, typeof value === schema["type"] ? undefined : typeLabel(node));
  },
});

export const boolean = (): Shape<boolean> => scalar("true or false", { type: "boolean" }, (value) => typeof value === "boolean");

/** A non-empty string that matches the pattern, if there is one. */
export const string = (expected = "a string", pattern?: RegExp): Shape<string> =>
  scalar(
    expected,
    { type: "string", ...(pattern === undefined ? { minLength: 1 } : { pattern: pattern.source }) },
    (value): value is string => typeof value === "string" && value !== "" && pattern?.test(value) !== false,
  );

/** Any string, also an empty one. */
export const text = (): Shape<string> => scalar("a string", { type: "string" }, (value) => typeof value === "string");

export const integer = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Shape<number> =>
  scalar(
    maximum === Number.MAX_SAFE_INTEGER ? `an integer of ${minimum} or more` : `an integer from ${minimum} to ${maximum}`,
    { type: "integer", minimum: minimum, maximum: maximum },
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  );

export const nonNegative = (): Shape<number> =>
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
    throw mismatch(node, `one of ${values.join(", ")}`, isWord(node.value) ? quote(node.value) : typeLabel(node));
  },
});

/** Keys are longer. */
const isWord = (value: unknown): value is string => typeof value === "string" && value.length <= 16;

/** Any JSON value. */
export const anyJson = (): Shape<unknown> => ({ schema: {}, read: (node) => valueOf(node) });

/** An object of any JSON values, except reserved names. The values of `lists` must be lists of objects. */
export const jsonObject = (reserved: readonly string[], lists: readonly string[] = []): Shape<Readonly<Record<string, unknown>>> => {
  const shape = record({ expected: "a name" }, anyJson());
  const list = { type: "array", items: { type: "object" } };
  return {
    schema: {
      type: "object",
      propertyNames: { minLength: 1, not: { enum: reserved } },
      ...(lists.length === 0 ? {} : { properties: Object.fromEntries(lists.map((name) => [name, list])) }),
    },
    read(node, reading) {
      const value = shape.read(node, reading);
      const used = reserved.find((name) => Object.hasOwn(value, name));
      if (used !== undefined) throw new Mismatch(node, `${pathLabel(node)} cannot contain ${quote(used)}: Coxswain sets it.`);
      const wrong = lists.find((name) => Object.hasOwn(value, name) && !isListOfObjects(value[name]));
      if (wrong !== undefined) throw new Mismatch(node, `${pathLabel(node)}: ${quote(wrong)} must be a list of objects.`);
      return value;
    },
  };
};

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null && !Array.isArray(item));

/** Built without assignment by name, so that `__proto__` is an ordinary name. */
const valueOf = ({ type, value, children = [] }: Node): unknown => {
  if (type === "array") return children.map(valueOf);
  if (type !== "object") return value as unknown;
  return Object.fromEntries(
    children.flatMap(({ children: [name, item] = [] }) =>
      name === undefined || item === undefined ? [] : [[String(name.value), valueOf(item)]],
    ),
  );
};
