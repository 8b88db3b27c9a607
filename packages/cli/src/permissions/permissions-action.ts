import { type AnswerStore, type SavedAnswer, type LoadedSettings, loadSettingsFile, SettingsError } from "coxswain/settings";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import { answerPlace, userAnswers, configure, flagSettings } from "../configuration/index.ts";
import type { CommandArguments, PERMISSIONS } from "../commands/index.ts";
import { escapeLine } from "../output/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { explain } from "./explain.ts";
import { forget } from "./forget.ts";
import { list } from "./list.ts";

const ACTIONS = ["list", "explain", "forget"] as const;

/** `cox permissions`. */
export const permissionsAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof PERMISSIONS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.find((one) => one === name);
  if (action === undefined) throw new UnknownNameError("action", name, ACTIONS);
  if (action === "list" && rest[0] !== undefined) throw new UsageError(`unexpected argument: ${rest[0]}`);
  const { env, cwd, stderr } = surroundings;
  const warn = (line: string): void => stderr.write(`${escapeLine(line)}\n`);
  const flags = flagSettings(values);
  const configuration = await configure({ env, cwd, flags });
  const alone = values.settings === undefined ? undefined : await only(values.settings, flags);
  const { settings, layers, warnings } = alone ?? configuration;
  warnings.forEach(warn);
  const json = values.json === true;
  if (action === "explain")
    return explain({ ...configuration, settings }, rest, { json, answers: alone === undefined, warn }, surroundings);

  const answers = userAnswers(configuration);
  const place = answerPlace(cwd);
  if (action === "list")
    return list({ settings, layers, answers: alone === undefined ? readable(answers, warn) : [], place }, json, surroundings);
  if (values.project === true && values.always === true) throw new UsageError("--project and --always cannot be combined");
  const scope = values.project === true ? "project" : values.always === true ? "always" : undefined;
  return forget(rest, { answers, place, scope }, surroundings);
};

/** Returns no answers if they cannot be read, and lists the rest. */
const readable = (answers: AnswerStore, tell: (line: string) => void): readonly SavedAnswer[] => {
  try {
    return answers.all();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    tell(error.message);
    return [];
  }
};

/** Loads a single settings file with the flags of the command line. */
const only = async (file: string, flags: LoadedSettings["settings"]): Promise<LoadedSettings> => {
  const { settings, layers, warnings } = await loadSettingsFile(file);
  const { permissions = {} } = flags;
  const joined = {
    ...settings,
    allow: [...(settings.allow ?? []), ...(flags.allow ?? [])],
    permissions: {
      ...settings.permissions,
      ...permissions,
      allow: [...(settings.permissions?.allow ?? []), ...(permissions.allow ?? [])],
      deny: [...(settings.permissions?.deny ?? []), ...(permissions.deny ?? [])],
    },
  };
  return { settings: joined, layers: [...layers, { source: "flags", settings: flags }], warnings };
};
