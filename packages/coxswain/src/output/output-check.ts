import type { Entry } from "../log/index.ts";
import {
  type Hooks,
  type HookMessages,
  type Inbox,
  isMessage,
  type Journal,
  type OutputOptions,
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
 * Holds the last answer of a run to its form, after what the hooks say. The model is told the form when the run begins, and what
 * does not fit when it would end. What it was told is in the log, and counted there: a run that goes on after a crash goes on with it.
 */
export const outputCheck = (hooks: Hooks | undefined, output: OutputOptions, { runId, journal, inbox }: OutputCheckParts): Hooks => {
  let judging: Promise<AnswerJudge> | undefined;
  const judge = (): Promise<AnswerJudge> => (judging ??= answerJudge(output.schema));
  let isTold = false;
  /** Looked for in the log until it is there. */
  const hasForm = (): boolean => (isTold ||= toldIn(journal.path, runId) > 0);
  const tell = (message: UserMessage): HookMessages => ({ tell: [{ id: journal.mint(), message }] });

  const judged = async ({ message }: TurnOver): Promise<{ readonly output: unknown } | { readonly problems: readonly string[] }> => {
    const answer = answerValue(textOf(message));
    if ("problem" in answer) return { problems: [answer.problem] };
    const problems = (await judge())(answer.value);
    return problems.length === 0 ? { output: answer.value } : { problems };
  };

  return {
    async turnStart(turn, signal) {
      const said = (await hooks?.turnStart(turn, signal)) ?? {};
      if (said.end !== undefined || hasForm()) return said;
      // A schema that cannot be used ends the run before a model is asked.
      await judge();
      const { tell: form = [] } = tell(formMessage(output.schema));
      return { ...said, tell: [...(said.tell ?? []), ...form] };
    },
    postMessage: async (answer, signal) => (await hooks?.postMessage(answer, signal)) ?? {},
    preTool: async (call, signal) => (await hooks?.preTool(call, signal)) ?? { kind: "go" },
    postTool: async (call, signal) => (await hooks?.postTool(call, signal)) ?? {},
    async turnEnd(turn, signal) {
      const said = (await hooks?.turnEnd(turn, signal)) ?? {};
      // What was cut off at the limit of tokens ends with that limit.
      const isLast = turn.last && said.end === undefined && (said.tell ?? []).length === 0 && turn.message.stop !== "length";
      if (!isLast) return said;
      const result = await judged(turn);
      if ("output" in result) return { ...said, output: result.output };
      // Somebody said something meanwhile: what the model answers to that is the last answer.
      if (!inbox.isEmpty) return said;
      const told = toldIn(journal.path, runId);
      // It was not known when the run began: one that a crash cut short may be held to a form only afterwards.
      if (told === 0) return tell(formMessage(output.schema));
      const repairs = told - 1;
      if (repairs < repairsOf(output)) return tell(repairMessage(result.problems));
      return { end: { kind: "failed", error: runError(new OutputInvalidError(result.problems, repairs)) } };
    },
  };
};

/** How often the model was told of the form in a run: that there is one, and that it was missed. */
const toldIn = (path: readonly Entry[], runId: string): number => {
  let told = 0;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const entry = path[at];
    if (entry === undefined || (entry.type === "run_start" && "run" in entry && entry.run === runId)) break;
    if (isMessage(entry) && entry.run === runId && entry.message.role === "user" && entry.message.source === OUTPUT_SOURCE) told += 1;
  }
  return told;
};
