import type { Entry } from "../log/index.ts";
import {
  type HookMessages,
  type Inbox,
  isMessage,
  type Journal,
  type OutputOptions,
  type RunHook,
  runError,
  type TurnEnd,
} from "../loop/index.ts";
import { textOf, type UserMessage } from "../model/index.ts";
import { type AnswerValidator, answerValidator } from "./answer-validator.ts";
import { answerValue } from "./answer-value.ts";
import { OutputInvalidError } from "./errors.ts";
import { repairsOf } from "./output-fault.ts";
import { schemaMessage, OUTPUT_SOURCE, repairMessage } from "./output-messages.ts";

interface OutputCheckParts {
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
  let pendingValidator: Promise<AnswerValidator> | undefined;
  const validator = (): Promise<AnswerValidator> => (pendingValidator ??= answerValidator(output.schema));
  let hasSchemaMessage = false;
  /** Searches the log until the message is found. */
  const schemaIsSent = (): boolean => (hasSchemaMessage ||= countOutputMessages(journal.path, runId) > 0);
  const addMessage = (message: UserMessage): HookMessages => ({ messages: [{ id: journal.mint(), message }] });

  const validateAnswer = async ({ message }: TurnEnd): Promise<{ readonly output: unknown } | { readonly problems: readonly string[] }> => {
    const answer = answerValue(textOf(message));
    if ("problem" in answer) return { problems: [answer.problem] };
    const problems = (await validator())(answer.value);
    return problems.length === 0 ? { output: answer.value } : { problems };
  };

  return {
    async turnStart() {
      if (schemaIsSent()) return {};
      // An unusable schema ends the run before its first request.
      await validator();
      return addMessage(schemaMessage(output.schema));
    },
    async turnEnd(turn) {
      // An answer truncated at the token limit ends the run with that limit.
      if (!turn.last || turn.message.stop === "length") return {};
      const result = await validateAnswer(turn);
      if ("output" in result) return { output: result.output };
      // A message arrived meanwhile: the model's answer to it is the last one.
      if (!inbox.isEmpty) return {};
      const sent = countOutputMessages(journal.path, runId);
      // The output schema was not set when the run began: an interrupted run may get one only when it resumes.
      if (sent === 0) return addMessage(schemaMessage(output.schema));
      const repairs = sent - 1;
      if (repairs < repairsOf(output)) return addMessage(repairMessage(result.problems));
      return { end: { kind: "failed", error: runError(new OutputInvalidError(result.problems, repairs)) } };
    },
  };
};

/** Returns the number of output messages in a run: the one with the schema, and one for each repair. */
const countOutputMessages = (path: readonly Entry[], runId: string): number => {
  let count = 0;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const entry = path[at];
    if (entry === undefined || (entry.type === "run_start" && "run" in entry && entry.run === runId)) break;
    if (isMessage(entry) && entry.run === runId && entry.message.role === "user" && entry.message.source === OUTPUT_SOURCE) count += 1;
  }
  return count;
};
