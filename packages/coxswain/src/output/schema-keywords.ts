/** The types of JSON Schema. */
const TYPES: ReadonlySet<unknown> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** Keywords whose value is a schema, a list of schemas, or a map of schemas by name. */
export const HOLDS_ONE: ReadonlySet<string> = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
export const HOLDS_LIST: ReadonlySet<string> = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
export const HOLDS_NAMED: ReadonlySet<string> = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);

/** Returns the problem with a keyword's value. Undefined when it is valid. */
type Check = (value: unknown) => string | undefined;

const check =
  (is: (value: unknown) => boolean, wanted: string): Check =>
  (value) =>
    is(value) ? undefined : `has to be ${wanted}`;

const isNumber = (value: unknown): boolean => typeof value === "number";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is);
const isText = (value: unknown): boolean => typeof value === "string";

const NUMBER = check(isNumber, "a number");
const COUNT = check(isCount, "a whole number from 0 on");
/** In the oldest draft, a boolean makes the neighbouring limit exclusive. */
const LIMIT = check((value) => isNumber(value) || typeof value === "boolean", "a number");

const typeProblem: Check = (value) => {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  const stranger = types.find((type) => !TYPES.has(type));
  if (types.length > 0 && stranger === undefined) return undefined;
  return `${JSON.stringify(stranger) ?? "an empty list"} is no type; there are ${[...TYPES].join(", ")}`;
};

export const patternProblem: Check = (value) => {
  try {
    if (typeof value === "string" && new RegExp(value, "u")) return undefined;
  } catch {
    // Reported below.
  }
  return `${JSON.stringify(value)} is no regular expression`;
};

const unsupported: Check = () => "is not supported; write $ref";

/** Checks for keywords whose values are not schemas. Other keywords are ignored, as the standard requires. */
export const CHECKS: Readonly<Record<string, Check | undefined>> = {
  type: typeProblem,
  enum: check(Array.isArray, "a list"),
  required: check(isListOf(isText), "a list of names"),
  pattern: patternProblem,
  format: check(isText, "a text"),
  uniqueItems: check((value) => typeof value === "boolean", "true or false"),
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: LIMIT,
  exclusiveMaximum: LIMIT,
  multipleOf: check((value) => isNumber(value) && (value as number) > 0, "a number above 0"),
  minLength: COUNT,
  maxLength: COUNT,
  minItems: COUNT,
  maxItems: COUNT,
  minContains: COUNT,
  maxContains: COUNT,
  minProperties: COUNT,
  maxProperties: COUNT,
  $recursiveRef: unsupported,
  $dynamicRef: unsupported,
};
