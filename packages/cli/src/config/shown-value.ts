import { hidden, withoutSecrets } from "../output/index.ts";

/** Matches names of fields that may hold a key. */
const SECRET = /auth|key|token|secret|cookie|password/i;

/** Redacts possible keys in a value. @param mask redacts known keys and key shapes */
export const shownValue = (value: unknown, secret: boolean, mask: (text: string) => string): unknown => {
  if (typeof value === "string") return secret ? hidden(value) : withoutSecrets(mask(value));
  if (Array.isArray(value)) return value.map((item: unknown) => shownValue(item, secret, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: readonly [string, unknown]) => [name, shownValue(item, secret || SECRET.test(name), mask)]),
  );
};
