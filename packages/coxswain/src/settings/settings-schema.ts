import type { JsonSchema } from "./shape.ts";

/**
 * Returns the JSON Schema (draft 2020-12) of `settings.json`. The reader rejects everything that the schema rejects, or
 * warns about it.
 */
export const settingsSchema = async (): Promise<JsonSchema> => {
  const { settingsShape } = await import("./settings-shape.ts");
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: "Settings of Coxswain", ...settingsShape.schema };
};

/** Returns the settings with fixed names, for example `budget` and `budget.usd`, in documentation order. */
export const settingKeys = async (): Promise<readonly string[]> => {
  const { keysOf } = await import("./setting-path.ts");
  const { settingsShape } = await import("./settings-shape.ts");
  return keysOf(settingsShape);
};

/**
 * Returns the path of a setting, which may be below a free name, for example `models`, `openai/gpt-5.5` and
 * `contextWindow`.
 * @param key for example `models.openai/gpt-5.5.contextWindow`
 * @throws {SettingsError} when the setting does not exist; the message suggests the nearest name.
 */
export const findSetting = async (key: string): Promise<readonly string[]> => {
  const { settingPath } = await import("./setting-path.ts");
  return settingPath(key);
};
