import { THINKING_LEVELS } from "../../model/index.ts";
import { ExtensionError } from "./errors.ts";

const KINDS = {
  effect: (value) => ["read", "write", "execute", "network"].includes(value as string),
  text: (value) => typeof value === "string",
  "list of texts": (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  switch: (value) => typeof value === "boolean",
  "level of thinking": (value) => (THINKING_LEVELS as readonly unknown[]).includes(value),
} as const satisfies Readonly<Record<string, (value: unknown) => boolean>>;

/** What the fields of something have to be that need not be there: no compiler saw it. */
export type Fields = Readonly<Record<string, keyof typeof KINDS>>;

/** @param what it is, as `agent clerk`. @throws {ExtensionError} for one that would be found out when it is used */
export const checkFields = (what: string, given: object, fields: Fields): void => {
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, kind] of Object.entries(fields)) {
    const value = values.get(name);
    if (value !== undefined && !KINDS[kind](value)) throw new ExtensionError(`The ${name} of the ${what} is no ${kind}.`);
  }
};
