/** JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;
