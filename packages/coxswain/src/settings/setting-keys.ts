/** The settings that have a name of their own, as `budget` and `budget.usd`, in the order of their documentation. */
export const settingKeys = async (): Promise<readonly string[]> => {
  const { keysOf } = await import("./setting-path.ts");
  const { settingsShape } = await import("./settings-shape.ts");
  return keysOf(settingsShape);
};

/**
 * The names on the way to a setting, also to one below a name that is free, as `models`, `openai/gpt-5.5` and `contextWindow`.
 * @param key as `models.openai/gpt-5.5.contextWindow`
 * @throws {SettingsError} when there is none of that name; the nearest is offered.
 */
export const findSetting = async (key: string): Promise<readonly string[]> => {
  const { settingPath } = await import("./setting-path.ts");
  return settingPath(key);
};
