/** What a field of an answer holds; undefined for what is no object. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
};

/** The text of a field, or of a list of texts in it; empty where there is none. */
export const textIn = (value: unknown, name: string): string => {
  const found = field(value, name);
  if (typeof found === "string") return found;
  return Array.isArray(found) ? found.filter((part) => typeof part === "string").join(" … ") : "";
};
