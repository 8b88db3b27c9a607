import { hidden, withoutSecrets } from "../output/index.ts";

/** Fields that others have named, and that hold a key by their names. */
const SECRET = /auth|key|token|secret|cookie|password/i;

/** A value without what may be a key in it. @param mask takes out what is known to be one, or looks like it. */
export const shownValue = (value: unknown, secret: boolean, mask: (text: string) => string): unknown => {
  if (typeof value === "string") return secret ? hidden(value) : withoutSecrets(mask(value));
  if (Array.isArray(value)) return value.map((item: unknown) => shownValue(item, secret, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: readonly [string, unknown]) => [name, shownValue(item, secret || SECRET.test(name), mask)]),
  );
};
