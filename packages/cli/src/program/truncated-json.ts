/** Maximum characters of a value. */
const MOST = 200;

/** Formats a program's value for a message: JSON, truncated. */
export const truncatedJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
};
