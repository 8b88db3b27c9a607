import { createHash } from "node:crypto";
import type { McpServerSettings } from "../settings.ts";

/** Returns the hash of a server's definition: its name and its fields in any order, with variables as they are written. */
export const definitionHash = (name: string, settings: McpServerSettings): string =>
  createHash("sha256")
    .update(JSON.stringify([name, sortKeys(settings)]))
    .digest("hex");

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => [name, sortKeys(field)]);
};
