export type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** The array's objects; none when it is no array. */
export const objectsOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The first value that has been there before. */
export const firstRepeated = (values: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return values.find((value) => seen.has(value) || !seen.add(value));
};

/** The field's string; whatever else it holds, as JSON. */
export const textAt = (object: JsonObject | undefined, field: string): string => {
  const value = object?.[field];
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
};
