/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Maximum characters of a value. */
const MAX_LENGTH = 200;

/** Formats a program's value for a message: JSON, truncated. */
export const truncatedJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
};

/**
 * Returns whether a JSON value is nested deeper than `levels`. Recursion over deeper values could overflow the stack.
 */
export const isNested = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNested(part, levels - 1));
};
