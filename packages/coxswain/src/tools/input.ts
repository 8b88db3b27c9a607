import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type JsonSchema, standardSchema } from "../loop/index.ts";

/** One argument: its schema for the model and its validation. */
export interface Field<Value> {
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Returns the value or a problem. */
  validate(value: unknown): Validation<Value>;
}

type Validation<Value> = { readonly value: Value } | { readonly problem: string };
type Fields = Readonly<Record<string, Field<unknown>>>;
type InputOf<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };

export const stringField = (description: string, { max }: { readonly max?: number } = {}): Field<string> => ({
  schema: { type: "string", description, ...(max === undefined ? {} : { maxLength: max }) },
  required: true,
  validate(value) {
    if (typeof value !== "string") return { problem: "must be a string" };
    return max !== undefined && value.length > max ? { problem: `must have at most ${max} characters` } : { value };
  },
});

/** Integer. Accepts a string of digits too, because models send that. */
export const integerField = (description: string, range: { readonly min: number; readonly max?: number }): Field<number> => ({
  schema: {
    type: "integer",
    description,
    minimum: range.min,
    ...(range.max === undefined ? {} : { maximum: range.max }),
  },
  required: true,
  validate(value) {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    const fits = typeof number === "number" && Number.isSafeInteger(number) && number >= range.min && number <= (range.max ?? Infinity);
    if (fits) return { value: number };
    return { problem: `must be an integer ${range.max === undefined ? `of ${range.min} or more` : `from ${range.min} to ${range.max}`}` };
  },
});

export const booleanField = (description: string): Field<boolean> => ({
  schema: { type: "boolean", description },
  required: true,
  validate(value) {
    if (typeof value === "boolean") return { value };
    if (value === "true" || value === "false") return { value: value === "true" };
    return { problem: "must be true or false" };
  },
});

export const enumField = <const Value extends string>(description: string, values: readonly Value[]): Field<Value> => ({
  schema: { type: "string", description, enum: values },
  required: true,
  validate(value) {
    const found = values.find((one) => one === value);
    return found === undefined ? { problem: `must be one of ${values.join(", ")}` } : { value: found };
  },
});

/** List of objects with these arguments. Accepts a JSON string too, because models send that. */
export const listField = <const F extends Fields>(
  description: string,
  { fields, min = 0, max }: { readonly fields: F; readonly min?: number; readonly max: number },
): Field<readonly InputOf<F>[]> => ({
  schema: { type: "array", description, items: jsonSchemaOf(fields), ...(min === 0 ? {} : { minItems: min }), maxItems: max },
  required: true,
  validate(value) {
    const items = typeof value === "string" ? parseJson(value) : value;
    if (!Array.isArray(items)) return { problem: "must be an array" };
    if (items.length < min || items.length > max) return { problem: `must have ${min} to ${max} items, not ${items.length}` };
    const results = items.map((item) => validateAll<F>(fields, item));
    const values = results.flatMap((result) => (result.issues === undefined ? [result.value] : []));
    const at = results.findIndex(({ issues }) => issues !== undefined);
    return at < 0 ? { value: values } : { problem: `item ${at + 1}: ${results[at]?.issues?.map(formatIssue).join("; ")}` };
  },
});

const formatIssue = ({ path = [], message }: StandardSchemaV1.Issue): string => [...path.map(String), message].join(" ");

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Argument that may be omitted or null. */
export const optional = <Value>(field: Field<Value>): Field<Value | undefined> => ({
  schema: field.schema,
  required: false,
  validate: (value) => (value === undefined || value === null ? { value: undefined } : field.validate(value)),
});

/**
 * Creates a tool's `inputSchema` from one table of arguments. Ignores arguments that are not in the table.
 * The tools use this small schema because loading a schema library takes as long as the rest of the startup.
 */
export const toolInput = <const F extends Fields>(fields: F): ReturnType<typeof standardSchema<InputOf<F>>> =>
  standardSchema((value) => validateAll<F>(fields, value), jsonSchemaOf(fields));

export const jsonSchemaOf = (fields: Fields): JsonSchema => {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
};

const validateAll = <F extends Fields>(fields: F, input: unknown): StandardSchemaV1.Result<InputOf<F>> => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return { issues: [{ message: "must be an object" }] };
  const record = input as Readonly<Record<string, unknown>>;
  const unknownNames = Object.keys(record).filter((name) => !(name in fields));
  const issues: StandardSchemaV1.Issue[] = [];
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const result = field.validate(record[name]);
    if ("value" in result) value[name] = result.value;
    else if (record[name] != null) issues.push({ message: result.problem, path: [name] });
    else
      issues.push({
        message: unknownNames.length === 0 ? "is missing" : `is missing (unknown: "${unknownNames.join('", "')}")`,
        path: [name],
      });
  }
  return issues.length > 0 ? { issues } : { value: value as InputOf<F> };
};
