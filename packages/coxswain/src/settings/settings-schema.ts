import type { JsonSchema } from "./shapes/index.ts";

/**
 * Returns the JSON Schema (draft 2020-12) of `settings.json`. The reader rejects everything that the schema rejects, or
 * warns about it.
 */
export const settingsSchema = async (): Promise<JsonSchema> => {
  const { settingsShape } = await import("./settings-shape.ts");
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: "Settings of Coxswain", ...settingsShape.schema };
};
