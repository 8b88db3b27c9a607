import { redactKey, redactKeys } from "../output/index.ts";

/** Matches names of fields that may hold a key. */
const SECRET = /auth|key|token|secret|cookie|password/i;

/** Redacts possible keys in a value. @param mask redacts known keys and key shapes */
export const redactValue = (value: unknown, secret: boolean, mask: (text: string) => string): unknown => {
  if (typeof value === "string") return secret ? redactKey(value) : redactKeys(mask(value));
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, secret, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: readonly [string, unknown]) => [name, redactValue(item, secret || SECRET.test(name), mask)]),
  );
};
