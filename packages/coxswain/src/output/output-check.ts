import type { Entry } from "../log/index.ts";
import {
  type HookMessages,
  type Inbox,
  isMessage,
  type Journal,
  type OutputOptions,
  type RunHook,
  runError,
  type TurnOver,
} from "../loop/index.ts";
import { textOf, type UserMessage } from "../model/index.ts";
import { type AnswerJudge, answerJudge } from "./answer-judge.ts";
import { answerValue } from "./answer-value.ts";
import { OutputInvalidError } from "./errors.ts";
import { repairsOf } from "./output-fault.ts";
import { formMessage, OUTPUT_SOURCE, repairMessage } from "./output-messages.ts";

export interface OutputCheckParts {
  readonly runId: string;
  readonly journal: Pick<Journal, "path" | "mint">;
  readonly inbox: Pick<Inbox, "isEmpty">;
}

/**
 * Validates the last answer of a run against its output schema: the last hook of a run. It adds a message with the schema when
 * the run begins, and one with the problems when an invalid answer would end it. Both are counted in the log, so that a run
 * resumed after a crash continues the count.
 */
export const outputCheck = (output: OutputOptions, { runId, journal, inbox }: OutputCheckParts): RunHook => {
  let judging: Promise<AnswerJudge> | undefined;
  const judge = (): Promise<AnswerJudge> => (judging ??= answerJudge(output.schema));
  let isTold = false;
  /** Searches the log until the message is found. */
  const hasForm = (): boolean => (isTold ||= toldIn(journal.path, runId) > 0);
  const tell = (message: UserMessage): HookMessages => ({ tell: [{ id: journal.mint(), message }] });

  const judged = async ({ message }: TurnOver): Promise<{ readonly output: unknown } | { readonly problems: readonly string[] }> => {
    const answer = answerValue(textOf(message));
    if ("problem" in answer) return { problems: [answer.problem] };
    const problems = (await judge())(answer.value);
    return problems.length === 0 ? { output: answer.value } : { problems };
  };

  return {
    async turnStart() {
      if (hasForm()) return {};
      // An unusable schema ends the run before its first request.
      await judge();
      return tell(formMessage(output.schema));
    },
    async turnEnd(turn) {
      // An answer truncated at the token limit ends the run with that limit.
      if (!turn.last || turn.message.stop === "length") return {};
      const result = await judged(turn);
      if ("output" in result) return { output: result.output };
      // A message arrived meanwhile: the model's answer to it is the last one.
      if (!inbox.isEmpty) return {};
      const told = toldIn(journal.path, runId);
      // The output schema was not set when the run began: an interrupted run may get one only when it resumes.
      if (told === 0) return tell(formMessage(output.schema));
      const repairs = told - 1;
      if (repairs < repairsOf(output)) return tell(repairMessage(result.problems));
      return { end: { kind: "failed", error: runError(new OutputInvalidError(result.problems, repairs)) } };
    },
  };
};

/** Returns the number of output messages in a run: the one with the schema, and one for each repair. */
const toldIn = (path: readonly Entry[], runId: string): number => {
  let told = 0;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const entry = path[at];
    if (entry === undefined || (entry.type === "run_start" && "run" in entry && entry.run === runId)) break;
    if (isMessage(entry) && entry.run === runId && entry.message.role === "user" && entry.message.source === OUTPUT_SOURCE) told += 1;
  }
  return told;
};
