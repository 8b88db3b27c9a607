/** A text, or what else there is as one. */
export const textFrom = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
