import type { JsonSchema } from "./shapes/index.ts";

/** What `settings.json` has to be, as JSON Schema (draft 2020-12): what it refuses is refused or warned of when the file is read. */
export const settingsSchema = async (): Promise<JsonSchema> => {
  const { settingsShape } = await import("./settings-shape.ts");
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: "Settings of Coxswain", ...settingsShape.schema };
};
