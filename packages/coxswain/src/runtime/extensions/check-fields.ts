import { THINKING_LEVELS } from "../../model/index.ts";
import { ExtensionError } from "./errors.ts";

const KINDS = {
  effect: (value) => ["read", "write", "execute", "network"].includes(value as string),
  text: (value) => typeof value === "string",
  "list of texts": (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  switch: (value) => typeof value === "boolean",
  "level of thinking": (value) => (THINKING_LEVELS as readonly unknown[]).includes(value),
} as const satisfies Readonly<Record<string, (value: unknown) => boolean>>;

/** Expected types of optional fields, for values that no compiler has checked. */
export type Fields = Readonly<Record<string, keyof typeof KINDS>>;

/**
 * Checks the types of optional fields.
 * @param what names the object, as in `agent clerk`.
 * @throws {ExtensionError} for a field that would otherwise fail on first use
 */
export const checkFields = (what: string, given: object, fields: Fields): void => {
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, kind] of Object.entries(fields)) {
    const value = values.get(name);
    if (value !== undefined && !KINDS[kind](value)) throw new ExtensionError(`The ${name} of the ${what} is no ${kind}.`);
  }
};
