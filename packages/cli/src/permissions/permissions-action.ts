import { type AnswerStore, type SavedAnswer, loadSettingsFile, SettingsError, type AnswerLocation } from "coxswain/settings";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import { answerPlace, userAnswers, configure, flagSettings } from "../configuration/index.ts";
import type { CommandArguments, PERMISSIONS } from "../commands/index.ts";
import { escapeLine } from "../output/index.ts";
import { type ExitCode, type ProcessContext, EXIT } from "../process/index.ts";
import { explain } from "./explain.ts";
import { list, answerText } from "./list.ts";

const ACTIONS = ["list", "explain", "forget"] as const;

/** `cox permissions`. */
export const permissionsAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof PERMISSIONS>,
  context: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.find((one) => one === name);
  if (action === undefined) throw new UnknownNameError("action", name, ACTIONS);
  if (action === "list" && rest[0] !== undefined) throw new UsageError(`unexpected argument: ${rest[0]}`);
  const { env, cwd, stderr } = context;
  const warn = (line: string): void => stderr.write(`${escapeLine(line)}\n`);
  const flags = flagSettings(values);
  const configuration = await configure({ env, cwd, flags });
  const single = values.settings === undefined ? undefined : await loadSettingsFile(values.settings, flags);
  const { settings, layers, warnings } = single ?? configuration;
  warnings.forEach(warn);
  const json = values.json === true;
  if (action === "explain") return explain({ ...configuration, settings }, rest, { json, answers: single === undefined, warn }, context);

  const answers = userAnswers(configuration);
  const place = answerPlace(cwd);
  if (action === "list")
    return list({ settings, layers, answers: single === undefined ? readAnswers(answers, warn) : [], place }, json, context);
  if (values.project === true && values.always === true) throw new UsageError("--project and --always cannot be combined");
  const scope = values.project === true ? "project" : values.always === true ? "always" : undefined;
  return forget(rest, { answers, place, scope }, context);
};

/** Returns no answers if they cannot be read, and lists the rest. */
const readAnswers = (answers: AnswerStore, warn: (line: string) => void): readonly SavedAnswer[] => {
  try {
    return answers.all();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    warn(error.message);
    return [];
  }
};

interface ForgetRequest {
  readonly answers: AnswerStore;
  readonly place: AnswerLocation;
  /** Scope of the answers to remove. Default: both. */
  readonly scope: SavedAnswer["scope"] | undefined;
}

/** Removes saved answers with these rules, both for this project and for all projects. */
const forget = (rules: readonly string[], { answers, place, scope }: ForgetRequest, { stdout, stderr }: ProcessContext): ExitCode => {
  const [rule, more] = rules;
  if (rule === undefined) throw new UsageError("missing argument: RULE. `cox permissions` lists the saved rules");
  if (more !== undefined) throw new UsageError(`unexpected argument: ${more}. Put the rule in quotes`);
  const forgotten = answers.forget(
    (answer) =>
      answer.rule === rule &&
      (scope === undefined || answer.scope === scope) &&
      (answer.scope === "always" || answer.folder === place.folder),
  );
  for (const answer of forgotten) stdout.write(`${escapeLine(`Removed ${answer.rule} (${answerText(answer, place)})`)}\n`);
  if (forgotten.length > 0) return EXIT.done;
  stderr.write(`cox: ${escapeLine(`no saved answer for ${rule} here. \`cox permissions\` lists the saved rules`)}\n`);
  return EXIT.failed;
};
