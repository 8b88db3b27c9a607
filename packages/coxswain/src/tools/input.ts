import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type JsonSchema, standardSchema } from "../loop/index.ts";

/** One argument: its schema for the model and its validation. */
export interface Field<Value> {
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Returns the value or a problem. */
  judge(value: unknown): Judged<Value>;
}

type Judged<Value> = { readonly value: Value } | { readonly problem: string };
type Fields = Readonly<Record<string, Field<unknown>>>;
type InputOf<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };

export const text = (description: string, { max }: { readonly max?: number } = {}): Field<string> => ({
  schema: { type: "string", description, ...(max === undefined ? {} : { maxLength: max }) },
  required: true,
  judge(value) {
    if (typeof value !== "string") return { problem: "has to be a string" };
    return max !== undefined && value.length > max ? { problem: `has to have at most ${max} characters` } : { value };
  },
});

/** Integer. Accepts a string of digits too, because models send that. */
export const whole = (description: string, range: { readonly min: number; readonly max?: number }): Field<number> => ({
  schema: {
    type: "integer",
    description,
    minimum: range.min,
    ...(range.max === undefined ? {} : { maximum: range.max }),
  },
  required: true,
  judge(value) {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    const fits = typeof number === "number" && Number.isSafeInteger(number) && number >= range.min && number <= (range.max ?? Infinity);
    if (fits) return { value: number };
    return { problem: `has to be a whole number from ${range.min}${range.max === undefined ? " on" : ` to ${range.max}`}` };
  },
});

export const flag = (description: string): Field<boolean> => ({
  schema: { type: "boolean", description },
  required: true,
  judge(value) {
    if (typeof value === "boolean") return { value };
    if (value === "true" || value === "false") return { value: value === "true" };
    return { problem: "has to be true or false" };
  },
});

export const choice = <const Value extends string>(description: string, values: readonly Value[]): Field<Value> => ({
  schema: { type: "string", description, enum: values },
  required: true,
  judge(value) {
    const found = values.find((one) => one === value);
    return found === undefined ? { problem: `has to be one of ${values.join(", ")}` } : { value: found };
  },
});

/** List of objects with these arguments. Accepts a JSON string too, because models send that. */
export const list = <const F extends Fields>(
  description: string,
  { fields, min = 0, max }: { readonly fields: F; readonly min?: number; readonly max: number },
): Field<readonly InputOf<F>[]> => ({
  schema: { type: "array", description, items: jsonSchemaOf(fields), ...(min === 0 ? {} : { minItems: min }), maxItems: max },
  required: true,
  judge(value) {
    const given = typeof value === "string" ? parsed(value) : value;
    if (!Array.isArray(given)) return { problem: "has to be a list" };
    if (given.length < min || given.length > max) return { problem: `has to have ${min} to ${max} entries, and has ${given.length}` };
    const judged = given.map((item) => judgeAll<F>(fields, item));
    const values = judged.flatMap((result) => (result.issues === undefined ? [result.value] : []));
    const at = judged.findIndex(({ issues }) => issues !== undefined);
    return at < 0 ? { value: values } : { problem: `entry ${at + 1}: ${judged[at]?.issues?.map(inWords).join("; ")}` };
  },
});

const inWords = ({ path = [], message }: StandardSchemaV1.Issue): string => [...path.map(String), message].join(" ");

const parsed = (written: string): unknown => {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
};

/** Argument that may be omitted or null. */
export const optional = <Value>(field: Field<Value>): Field<Value | undefined> => ({
  schema: field.schema,
  required: false,
  judge: (value) => (value === undefined || value === null ? { value: undefined } : field.judge(value)),
});

/**
 * Creates a tool's `inputSchema` from one table of arguments. Ignores arguments that are not in the table.
 * The tools use this small schema because loading a schema library takes as long as the rest of the startup.
 */
export const toolInput = <const F extends Fields>(fields: F): ReturnType<typeof standardSchema<InputOf<F>>> =>
  standardSchema((value) => judgeAll<F>(fields, value), jsonSchemaOf(fields));

export const jsonSchemaOf = (fields: Fields): JsonSchema => {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
};

const judgeAll = <F extends Fields>(fields: F, input: unknown): StandardSchemaV1.Result<InputOf<F>> => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return { issues: [{ message: "has to be an object" }] };
  const given = input as Readonly<Record<string, unknown>>;
  const strangers = Object.keys(given).filter((name) => !(name in fields));
  const issues: StandardSchemaV1.Issue[] = [];
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const judged = field.judge(given[name]);
    if ("value" in judged) value[name] = judged.value;
    else if (given[name] != null) issues.push({ message: judged.problem, path: [name] });
    else
      issues.push({
        message: strangers.length === 0 ? "is missing" : `is missing (there is no "${strangers.join('", "')}")`,
        path: [name],
      });
  }
  return issues.length > 0 ? { issues } : { value: value as InputOf<F> };
};
