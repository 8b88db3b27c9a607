import { asRecord } from "../base/index.ts";
import type { JsonSchema } from "../loop/index.ts";

/**
 * Returns true if providers accept a tool with this schema in the list of a request. With another one they reject the
 * request, so its tool can only be found by a search.
 */
export const isListableSchema = (schema: JsonSchema): boolean =>
  !ALTERNATIVES.some((keyword) => keyword in schema) && Object.keys(asRecord(schema["properties"])).every((name) => PROPERTY.test(name));

/** OpenAI and Anthropic reject these at the top level. */
const ALTERNATIVES = ["oneOf", "anyOf", "allOf", "enum", "not"] as const;
/** Anthropic rejects other names. */
const PROPERTY = /^[\w.-]{1,64}$/;

/** Adds the properties that OpenAI requires of a schema. */
export const withProperties = (schema: JsonSchema): JsonSchema => ("properties" in schema ? schema : { ...schema, properties: {} });
