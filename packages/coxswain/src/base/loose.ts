/** Something of a log, of which nothing is known but that it is JSON: a damaged log, or one from another hand, may hold anything. */
export type Loose = Readonly<Record<string, unknown>>;

export const loose = (value: unknown): Loose => (typeof value === "object" && value !== null ? (value as Loose) : {});

export const fieldsOf = (entry: object): Loose => loose(entry);
