import type { JsonSchema } from "../loop/index.ts";
import { cleanText, withoutHidden } from "../workspace/index.ts";

export const SCHEMA_LIMITS = { depth: 32, nodes: 5000, bytes: 100_000, text: 2000 } as const;

/** The reason why a schema is not used, as the end of a sentence. */
type Reason = string;

/**
 * Returns a copy of an untrusted JSON Schema with cleaned strings, or the reason why it cannot be used. A schema of a
 * tool's input has type `object`, also if it names none.
 */
export const cleanSchema = (schema: unknown, { anyType = false }: { readonly anyType?: boolean } = {}): JsonSchema | Reason => {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "is not an object";
  const { type } = schema as { readonly type?: unknown };
  if (!anyType && type !== undefined && type !== "object") return "is not of type object";
  const count = { nodes: 0, reason: "" };
  const copy = copied(schema, 0, count);
  if (count.reason !== "") return count.reason;
  const result = (anyType ? copy : { type: "object", ...(copy as JsonSchema) }) as JsonSchema;
  return Buffer.byteLength(JSON.stringify(result)) > SCHEMA_LIMITS.bytes ? `is larger than ${SCHEMA_LIMITS.bytes} bytes` : result;
};

/** Keywords with text for readers. Other strings are part of what the schema accepts. */
const TEXTS: ReadonlySet<string> = new Set(["description", "title", "$comment"]);

const copied = (value: unknown, depth: number, count: { nodes: number; reason: Reason }, key = ""): unknown => {
  count.nodes += 1;
  if (depth > SCHEMA_LIMITS.depth) count.reason = `is nested deeper than ${SCHEMA_LIMITS.depth} levels`;
  if (count.nodes > SCHEMA_LIMITS.nodes) count.reason = `has more than ${SCHEMA_LIMITS.nodes} parts`;
  if (count.reason !== "") return undefined;
  if (typeof value === "string") return TEXTS.has(key) ? cleanText(value, SCHEMA_LIMITS.text) : withoutHidden(value);
  if (Array.isArray(value)) return value.map((item) => copied(item, depth + 1, count));
  if (typeof value !== "object" || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, child] of Object.entries(value)) {
    if (name.length > 200 || cleanText(name, 200) !== name) count.reason = "has an invalid property name";
    // Programs that copy the schema or an input would change the prototype of the copy.
    if (name === "__proto__") count.reason = "has a property __proto__";
    entries.push([name, copied(child, depth + 1, count, name)]);
  }
  return Object.fromEntries(entries);
};
