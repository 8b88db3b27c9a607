import type { Draft, Entry } from "../log/index.ts";
import { type AssistantMessage, textOf, toolCalls } from "../model/index.ts";
import { type InterruptedRun, interruptedRun, endingOf } from "./cut-run.ts";
import { deliver } from "./deliver.ts";
import { isMessage, type MessageEntry, type RunEndEntry, type RunResumeEntry, type RunStartEntry } from "./entries.ts";
import { lastReply } from "./last-reply.ts";
import { type LoopOptions, type RunOptions, saidOptions } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { Journal, Ports } from "./ports.ts";
import type { Queued } from "./queued.ts";
import { runError } from "./run-error.ts";
import type { Scope } from "./scope.ts";
import { finishTurn, turn } from "./turn.ts";
import { waitForAll } from "../base/index.ts";

export interface RunSetup {
  readonly runId: string;
  readonly sessionId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Told to the model at the first turn. */
  readonly messages: readonly Queued[];
  /** Ends the run; a reason that is a string becomes the outcome's, and a RunEnding says the outcome itself. */
  readonly signal: AbortSignal;
  readonly options?: LoopOptions;
  /** What was said of this run alone, for the log. */
  readonly runOptions?: RunOptions;
}

/**
 * One run: turns until nothing is left to do. It always ends with an outcome, and never throws. Its `run_end` is told by
 * the caller, when nothing more comes. Where the path ends in the middle of a run, this one goes on with it if it is its
 * own, and ends it first if it is another.
 */
export const run = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const { journal, inbox } = ports;
  const { runId } = setup;
  const cut = interruptedRun(journal.path);
  const own = cut?.run === runId ? cut : undefined;
  journal.emit({ type: "run_start", runId, ...(own === undefined ? {} : { resumed: true }) });
  const begun = own === undefined ? begin(journal, setup, cut) : journal.append<RunResumeEntry>({ type: "run_resume", run: runId });
  const end = await turns(ports, setup, begun, own).catch((error: unknown): Outcome => ({ kind: "failed", error: runError(error) }));
  const outcome =
    end.kind === "limit"
      ? withReply(
          end,
          lastReply(journal.path, runId, (message) => textOf(message) !== ""),
        )
      : end;
  inbox.settle();
  await journal.append<RunEndEntry>({ type: "run_end", run: runId, outcome: withoutReply(outcome) }).catch(() => undefined);
  return outcome;
};

/** All at once, so that all of it counts even when the store takes none. */
const begin = async (journal: Journal, { runId, runOptions = {} }: RunSetup, other: InterruptedRun | undefined): Promise<void> => {
  const ending = other === undefined ? [] : endingOf(other);
  const start: Draft<RunStartEntry> = { type: "run_start", run: runId, ...saidOptions(runOptions) };
  await waitForAll<unknown>([...ending, start].map((draft) => journal.append<Entry>(draft)));
};

const turns = async (ports: Ports, setup: RunSetup, begun: Promise<unknown>, cut: InterruptedRun | undefined): Promise<Outcome> => {
  const { journal } = ports;
  const { runId } = setup;
  await waitForAll<unknown>([begun, deliver(journal, runId, setup.messages)]);
  const scope = openScope(ports, setup);
  for (const report of cut?.ended ?? []) for (const judge of scope.judges) judge(report);

  let number = cut?.turn ?? 1;
  let next = cut?.last === undefined ? await turn(scope, number) : await finishTurn(scope, number, cut.last);
  while (next.kind === "turn") {
    await deliver(journal, runId, next.messages);
    number += 1;
    next = await turn(scope, number);
  }
  return next.outcome;
};

const openScope = (ports: Ports, { runId, sessionId, cwd, signal, options = {} }: RunSetup): Scope => ({
  runId,
  sessionId,
  cwd,
  signal,
  ports,
  options,
  callIds: callIdsOn(ports),
  judges: (options.stopWhen ?? []).map((condition) => condition()),
});

/** Looked up when the first call comes: most runs of a long session have none. */
const callIdsOn = ({ journal }: Ports): (() => Set<string>) => {
  let ids: Set<string> | undefined;
  return () => (ids ??= new Set(journal.path.flatMap((entry) => (isMessage(entry) ? callIdsOf(entry) : []))));
};

const callIdsOf = ({ message }: MessageEntry): readonly string[] =>
  message.role === "assistant" ? toolCalls(message).map(({ id }) => id) : [];

const withReply = (outcome: Extract<Outcome, { kind: "limit" }>, reply: AssistantMessage | undefined): Outcome =>
  reply === undefined ? outcome : { ...outcome, reply };

const withoutReply = (outcome: Outcome): RunEndEntry["outcome"] => {
  if (outcome.kind === "done") return { kind: "done", ...(outcome.output === undefined ? {} : { output: outcome.output }) };
  return outcome.kind === "limit" ? { kind: "limit", limit: outcome.limit } : outcome;
};
