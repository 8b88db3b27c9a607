import { type LoadedSettings, loadSettingsFile } from "coxswain";
import { type Arguments, UnknownNameError, UsageError } from "../argv/index.ts";
import { configure, flagSettings } from "../configuration/index.ts";
import type { PERMISSIONS_OPTIONS } from "../options/index.ts";
import { escapeLine } from "../output/index.ts";
import type { ExitCode, Surroundings } from "../process/index.ts";
import { explain } from "./explain.ts";
import { listRules } from "./list-rules.ts";

/** `cox permissions`. */
export const permissionsAction = async (
  { values, positionals: [action = "list", ...rest] }: Arguments<typeof PERMISSIONS_OPTIONS>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  if (action !== "list" && action !== "explain") throw new UnknownNameError("action", action, ["list", "explain"]);
  if (action === "list" && rest[0] !== undefined) throw new UsageError(`there is a word too many: ${rest[0]}`);
  const { env, cwd, stderr } = surroundings;
  const flags = flagSettings(values);
  const configuration = await configure({ env, cwd, flags });
  const { settings, layers, warnings } = values.settings === undefined ? configuration : await only(values.settings, flags);
  for (const warning of warnings) stderr.write(`${escapeLine(warning)}\n`);
  if (action === "list") return listRules(layers, values.json === true, surroundings);
  return explain({ ...configuration, settings }, rest, values.json === true, surroundings);
};

/** What one file says, with what the command line does. */
const only = async (file: string, flags: LoadedSettings["settings"]): Promise<LoadedSettings> => {
  const { settings, layers, warnings } = await loadSettingsFile(file);
  const { permissions = {} } = flags;
  const joined = {
    ...settings,
    allow: [...(settings.allow ?? []), ...(flags.allow ?? [])],
    permissions: {
      ...settings.permissions,
      allow: [...(settings.permissions?.allow ?? []), ...(permissions.allow ?? [])],
      deny: [...(settings.permissions?.deny ?? []), ...(permissions.deny ?? [])],
    },
  };
  return { settings: joined, layers: [...layers, { source: "flags", settings: flags }], warnings };
};
