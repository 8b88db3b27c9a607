/** Returns the fields of an object; no fields for any other value. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Returns a value that a simple JSON schema allows: its default, or else the shortest one of its type. */
export const exampleOf = (schema: unknown): unknown => {
  const { default: fallback, const: constant, enum: choices, type, properties, required, minimum } = recordOf(schema);
  if (fallback !== undefined) return fallback;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choices[0];
  switch (type) {
    case "object": {
      const names: readonly unknown[] = Array.isArray(required) ? required : [];
      return Object.fromEntries(names.map((name) => [String(name), exampleOf(recordOf(properties)[String(name)])]));
    }
    case "array":
      return [];
    case "number":
    case "integer":
      return typeof minimum === "number" ? minimum : 1;
    case "boolean":
      return true;
    default:
      return "example";
  }
};
