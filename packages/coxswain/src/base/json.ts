/** JSON of unknown shape: a damaged log, or one that another program wrote, may contain anything. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns the fields of an object or array; no fields for any other value. */
export const asRecord = (value: unknown): UnknownRecord => (typeof value === "object" && value !== null ? (value as UnknownRecord) : {});
