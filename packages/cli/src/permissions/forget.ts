import type { AnswerPlace, AnswerStore, SavedAnswer } from "coxswain/settings";
import { UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { answerText } from "./list.ts";

export interface ForgetRequest {
  readonly answers: AnswerStore;
  readonly place: AnswerPlace;
  /** Scope of the answers to remove. Default: both. */
  readonly scope: SavedAnswer["scope"] | undefined;
}

/** Removes saved answers with these rules, both for this project and for all projects. */
export const forget = (
  rules: readonly string[],
  { answers, place, scope }: ForgetRequest,
  { stdout, stderr }: ProcessContext,
): ExitCode => {
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
