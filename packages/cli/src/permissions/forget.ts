import type { AnswerPlace, AnswerStore, SavedAnswer } from "coxswain/settings";
import { UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { answeredFor } from "./list.ts";

export interface Forgetting {
  readonly answers: AnswerStore;
  readonly place: AnswerPlace;
  /** Which of those kept for this project or for everywhere. Default: both. */
  readonly scope: SavedAnswer["scope"] | undefined;
}

/** Lets kept answers about this rule hold no longer: those of this project's folder, and those for everywhere. */
export const forget = (rules: readonly string[], { answers, place, scope }: Forgetting, { stdout, stderr }: ProcessContext): ExitCode => {
  const [rule, more] = rules;
  if (rule === undefined) throw new UsageError("a rule is missing: cox permissions lists those that answers kept");
  if (more !== undefined) throw new UsageError(`there is a word too many: ${more}; put the rule in quotes`);
  const forgotten = answers.forget(
    (answer) =>
      answer.rule === rule &&
      (scope === undefined || answer.scope === scope) &&
      (answer.scope === "always" || answer.folder === place.folder),
  );
  for (const answer of forgotten) stdout.write(`${escapeLine(`${answer.rule} is forgotten, which was ${answeredFor(answer, place)}`)}\n`);
  if (forgotten.length > 0) return EXIT.done;
  stderr.write(`cox: ${escapeLine(`no answer kept ${rule} here; cox permissions lists those that did`)}\n`);
  return EXIT.failed;
};
