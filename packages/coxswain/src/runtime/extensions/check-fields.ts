import { THINKING_LEVELS } from "../../model/index.ts";
import { ExtensionError } from "./errors.ts";

const KINDS = {
  "an effect": (value) => ["read", "write", "execute", "network"].includes(value as string),
  "a string": (value) => typeof value === "string",
  "an array of strings": (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  "a boolean": (value) => typeof value === "boolean",
  "a thinking level": (value) => (THINKING_LEVELS as readonly unknown[]).includes(value),
} as const satisfies Readonly<Record<string, (value: unknown) => boolean>>;

/** Expected types of optional fields, for values that no compiler has checked. */
export type Fields = Readonly<Record<string, keyof typeof KINDS>>;

/**
 * Checks the types of optional fields.
 * @param what names the object, as in `agent clerk`.
 * @throws {ExtensionError} for a field that would otherwise fail on first use
 */
export const checkFields = (what: string, value: object, fields: Fields): void => {
  const values = new Map<string, unknown>(Object.entries(value));
  for (const [name, kind] of Object.entries(fields)) {
    const field = values.get(name);
    if (field !== undefined && !KINDS[kind](field)) throw new ExtensionError(`Invalid \`${name}\` of the ${what}: expected ${kind}.`);
  }
};
