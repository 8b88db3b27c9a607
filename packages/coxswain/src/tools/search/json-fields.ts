/** Returns the value of a field, or undefined if the value is not an object. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
};

/** Returns a string field, or the strings of a list joined. Empty if the field does not exist. */
export const textIn = (value: unknown, name: string): string => {
  const found = field(value, name);
  if (typeof found === "string") return found;
  return Array.isArray(found) ? found.filter((part) => typeof part === "string").join(" … ") : "";
};
