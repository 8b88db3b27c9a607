/** Returns a string unchanged, and any other value as JSON. */
export const textFrom = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
