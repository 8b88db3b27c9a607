import { settingsSchema } from "coxswain/settings";
import { effective, settingFacts } from "../../config/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import type { SettingRow } from "../../screen/index.ts";

/** Returns the settings in effect in a folder, without secrets, with what each of them takes. */
export const settingRows = async (context: ProcessContext): Promise<readonly SettingRow[]> => {
  const [{ settings }, schema] = await Promise.all([effective({ values: {}, context }), settingsSchema()]);
  return settings.map(({ key, path, value, sources }) => ({
    key,
    value: value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value),
    source: sources.join(", "),
    isSet: sources.some((source) => source !== "default"),
    ...settingFacts(schema, path),
  }));
};
