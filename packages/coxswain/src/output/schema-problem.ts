type Fields = Readonly<Record<string, unknown>>;

/** A value that should be a schema, and its location. */
interface Subschema {
  readonly at: string;
  readonly value: unknown;
}

/** The supported drafts. */
const DRAFT = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/**
 * Returns the first problem of a JSON Schema, in one line with its location. Undefined when it is valid. References
 * must stay within the schema: nothing is fetched. Unknown keywords are ignored.
 */
export const schemaProblem = (root: Fields): string | undefined => {
  const draft = root["$schema"];
  if (draft !== undefined && !(typeof draft === "string" && DRAFT.test(draft))) return `${JSON.stringify(draft)} is not a supported draft.`;
  const anchors = new Set<unknown>();
  const references: Subschema[] = [];
  // Iterative, because a schema can be nested as deeply as it is long.
  const open: Subschema[] = [{ at: "#", value: root }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { at, value } = place;
    if (typeof value === "boolean") continue;
    if (!isObject(value)) return `${at} is not a schema.`;
    if (at !== "#" && value["$id"] !== undefined) return `${at} has an $id; only the root schema may have one.`;
    anchors.add(value["$anchor"]);
    if (value["$ref"] !== undefined) references.push({ at, value: value["$ref"] });
    for (const [keyword, keywordValue] of Object.entries(value)) {
      const problem = CHECKS[keyword]?.(keywordValue) ?? namesProblem(keyword, keywordValue);
      if (problem !== undefined) return `${at}/${keyword} ${problem}.`;
      open.push(...schemasIn(keyword, keywordValue, `${at}/${keyword}`));
    }
  }
  return references.map(({ at, value }) => referenceProblem(root, anchors, at, value)).find((problem) => problem !== undefined);
};

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const namesProblem = (keyword: string, keywordValue: unknown): string | undefined => {
  if (SCHEMA_MAP_KEYWORDS.has(keyword) && !isObject(keywordValue)) return "must be an object";
  if (SCHEMA_LIST_KEYWORDS.has(keyword) && !SCHEMA_KEYWORDS.has(keyword) && !Array.isArray(keywordValue)) return "must be an array";
  if (keyword !== "patternProperties" || !isObject(keywordValue)) return undefined;
  return Object.keys(keywordValue)
    .map(patternProblem)
    .find((problem) => problem !== undefined);
};

const schemasIn = (keyword: string, keywordValue: unknown, at: string): readonly Subschema[] => {
  if (SCHEMA_LIST_KEYWORDS.has(keyword) && Array.isArray(keywordValue))
    return keywordValue.map((value, index) => ({ at: `${at}/${index}`, value }));
  if (SCHEMA_KEYWORDS.has(keyword)) return [{ at, value: keywordValue }];
  if (!SCHEMA_MAP_KEYWORDS.has(keyword) || !isObject(keywordValue)) return [];
  return Object.entries(keywordValue).map(([name, value]) => ({ at: `${at}/${name}`, value }));
};

const referenceProblem = (root: Fields, anchors: ReadonlySet<unknown>, at: string, reference: unknown): string | undefined => {
  if (typeof reference !== "string") return `${at}/$ref must be a string.`;
  if (!reference.startsWith("#"))
    return `${at}/$ref refers to ${reference}, outside of the schema. Nothing is fetched; put it under $defs.`;
  const exists = reference.startsWith("#/")
    ? isSchema(resolvePointer(root, reference))
    : reference === "#" || anchors.has(reference.slice(1));
  return exists ? undefined : `${at}/$ref refers to ${reference}, which is not a schema.`;
};

const isSchema = (value: unknown): boolean => typeof value === "boolean" || isObject(value);

const resolvePointer = (root: Fields, reference: string): unknown => {
  let value: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    if (typeof value !== "object" || value === null) return undefined;
    const name = decodeStep(step).replaceAll("~1", "/").replaceAll("~0", "~");
    value = Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
  }
  return value;
};

const decodeStep = (step: string): string => {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
};

/** The types of JSON Schema. */
const TYPES: ReadonlySet<unknown> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** Keywords whose value is a schema, a list of schemas, or a map of schemas by name. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
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
const SCHEMA_LIST_KEYWORDS: ReadonlySet<string> = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);

/** Returns the problem with a keyword's value. Undefined when it is valid. */
type Check = (value: unknown) => string | undefined;

const check =
  (is: (value: unknown) => boolean, expected: string): Check =>
  (value) =>
    is(value) ? undefined : `must be ${expected}`;

const isNumber = (value: unknown): boolean => typeof value === "number";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is);
const isText = (value: unknown): boolean => typeof value === "string";

const NUMBER = check(isNumber, "a number");
const COUNT = check(isCount, "an integer of 0 or more");
/** In the oldest draft, a boolean makes the neighbouring limit exclusive. */
const LIMIT = check((value) => isNumber(value) || typeof value === "boolean", "a number");

const typeProblem: Check = (value) => {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  const unknown = types.find((type) => !TYPES.has(type));
  if (types.length > 0 && unknown === undefined) return undefined;
  return `${JSON.stringify(unknown) ?? "an empty array"} is not a type; use one of ${[...TYPES].join(", ")}`;
};

const patternProblem: Check = (value) => {
  try {
    if (typeof value === "string" && new RegExp(value, "u")) return undefined;
  } catch {
    // Reported below.
  }
  return `${JSON.stringify(value)} is not a regular expression`;
};

const unsupported: Check = () => "is not supported; write $ref";

/** Checks for keywords whose values are not schemas. Other keywords are ignored, as the standard requires. */
const CHECKS: Readonly<Record<string, Check | undefined>> = {
  type: typeProblem,
  enum: check(Array.isArray, "an array"),
  required: check(isListOf(isText), "an array of strings"),
  pattern: patternProblem,
  format: check(isText, "a string"),
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
