import { asRecord, type UnknownRecord } from "../../base/index.ts";

/**
 * Returns a JSON Schema of a tool's input without the keywords that OpenAI rejects: `propertyNames`, patterns with
 * lookaround, and an `allOf` of one reference, which becomes the reference. The input is validated again before a tool
 * runs. https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export const openAISchema = (schema: UnknownRecord): UnknownRecord => {
  const accepted = acceptedFields(schema);
  const reference = onlyReference(accepted);
  const target = reference === undefined ? undefined : definitionIn(accepted, reference);
  if (target === undefined) return accepted;
  // The root must be an object, not a reference.
  const { allOf: _, ...rest } = accepted;
  return { ...target, ...rest };
};

/** Keywords whose value is a schema or a list of schemas. */
const SCHEMAS = new Set(
  ["additionalProperties", "additionalItems", "items", "contains", "not", "if", "then", "else"].concat(["allOf", "anyOf", "oneOf"]),
);
/** Keywords whose value is an object of schemas. */
const MAPS = new Set(["properties", "patternProperties", "definitions", "$defs", "dependencies"]);

const acceptedFields = (schema: UnknownRecord): UnknownRecord =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword === "propertyNames" || (keyword === "pattern" && hasLookaround(value))) return [];
      if (SCHEMAS.has(keyword)) return [[keyword, Array.isArray(value) ? value.map(accepted) : accepted(value)]];
      return [[keyword, MAPS.has(keyword) ? acceptedValues(value) : value]];
    }),
  );

const acceptedValues = (schemas: unknown): unknown =>
  isRecord(schemas) ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, accepted(schema)])) : schemas;

const accepted = (schema: unknown): unknown => {
  // A boolean schema, or a list of names in `dependencies`.
  if (!isRecord(schema)) return schema;
  const fields = acceptedFields(schema);
  const reference = onlyReference(fields);
  if (reference === undefined) return fields;
  const { allOf: _, ...rest } = fields;
  return { ...rest, $ref: reference };
};

/** Returns the reference of an `allOf` that contains nothing else. */
const onlyReference = ({ allOf }: UnknownRecord): string | undefined => {
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  const only = asRecord(allOf[0]);
  const { $ref: reference } = only;
  return typeof reference === "string" && Object.keys(only).length === 1 ? reference : undefined;
};

const definitionIn = (schema: UnknownRecord, reference: string): UnknownRecord | undefined => {
  const [, keyword = "", name = ""] = /^#\/(definitions|\$defs)\/(.+)$/.exec(reference) ?? [];
  const definition = asRecord(schema[keyword])[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  return isRecord(definition) ? definition : undefined;
};

/** Removes escaped characters and character classes first: neither opens a group. */
const hasLookaround = (pattern: unknown): boolean =>
  typeof pattern === "string" && /\(\?<?[=!]/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, "_"));

const isRecord = (value: unknown): value is UnknownRecord => typeof value === "object" && value !== null && !Array.isArray(value);
