/** Something of a log, of which nothing is known but that it is JSON: a damaged log, or one from another hand, may hold anything. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

export const asRecord = (value: unknown): UnknownRecord => (typeof value === "object" && value !== null ? (value as UnknownRecord) : {});

export const fieldsOf = (entry: object): UnknownRecord => asRecord(entry);
