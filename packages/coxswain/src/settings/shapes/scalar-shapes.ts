import { kind, mismatch, quoted } from "./mismatch.ts";
import type { JsonSchema, Shape } from "./shape.ts";

const scalar = <Value>(expected: string, schema: JsonSchema, fits: (value: unknown) => value is Value): Shape<Value> => ({
  schema,
  read(node) {
    const value: unknown = node.value;
    if (fits(value)) return value;
    throw mismatch(node, expected, typeof value === schema["type"] ? undefined : kind(node));
  },
});

export const bool = (): Shape<boolean> => scalar("true or false", { type: "boolean" }, (value) => typeof value === "boolean");

/** A non-empty string that matches the pattern, if there is one. */
export const text = (expected = "a text", pattern?: RegExp): Shape<string> =>
  scalar(
    expected,
    { type: "string", ...(pattern === undefined ? { minLength: 1 } : { pattern: pattern.source }) },
    (value): value is string => typeof value === "string" && value !== "" && pattern?.test(value) !== false,
  );

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Shape<number> =>
  scalar(
    most === Number.MAX_SAFE_INTEGER ? `a whole number of ${least} or more` : `a whole number from ${least} to ${most}`,
    { type: "integer", minimum: least, maximum: most },
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
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
    throw mismatch(node, `one of ${values.join(", ")}`, isWord(node.value) ? quoted(node.value) : kind(node));
  },
});

/** Keys are longer. */
const isWord = (value: unknown): value is string => typeof value === "string" && value.length <= 16;
