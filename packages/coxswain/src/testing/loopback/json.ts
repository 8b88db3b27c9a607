export type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the objects in an array; an empty list for any other value. */
export const objectsOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the first value that repeats an earlier one. */
export const firstRepeated = (values: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return values.find((value) => seen.has(value) || !seen.add(value));
};

/** Returns a field's string, or any other value as JSON. */
export const textAt = (object: JsonObject | undefined, field: string): string => {
  const value = object?.[field];
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
};
