import { toolCalls } from "../model/index.ts";
import { deliver } from "./deliver.ts";
import { isMessage, type MessageEntry, type RunEndEntry, type RunStartEntry } from "./entries.ts";
import { type LoopOptions, type RunOptions, saidOptions } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { Ports, Queued } from "./ports.ts";
import { runError } from "./run-error.ts";
import type { Scope } from "./scope.ts";
import { turn } from "./turn.ts";
import { waitForAll } from "./wait-for-all.ts";

export interface RunSetup {
  readonly runId: string;
  readonly sessionId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Told to the model at the first turn. */
  readonly messages: readonly Queued[];
  /** Ends the run; a reason that is a string becomes the outcome's. */
  readonly signal: AbortSignal;
  readonly options?: LoopOptions;
  /** What was said of this run alone, for the log. */
  readonly runOptions?: RunOptions;
}

/**
 * One run: turns until nothing is left to do. It always ends with an outcome, and never throws. Its `run_end` is told by
 * the caller, when nothing more comes.
 */
export const run = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const { journal, inbox } = ports;
  const { runId } = setup;
  journal.emit({ type: "run_start", runId });
  const outcome = await turns(ports, setup).catch((error: unknown): Outcome => ({ kind: "failed", error: runError(error) }));
  inbox.settle();
  await journal.append<RunEndEntry>({ type: "run_end", run: runId, outcome: withoutReply(outcome) }).catch(() => undefined);
  return outcome;
};

const turns = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const { journal } = ports;
  const { runId, runOptions = {} } = setup;
  await waitForAll<unknown>([
    journal.append<RunStartEntry>({ type: "run_start", run: runId, ...saidOptions(runOptions) }),
    deliver(journal, runId, setup.messages),
  ]);
  const scope = openScope(ports, setup);
  let next = await turn(scope, 1);
  for (let number = 2; next.kind === "turn"; number++) {
    await deliver(journal, runId, next.messages);
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

const withoutReply = (outcome: Outcome): RunEndEntry["outcome"] => (outcome.kind === "done" ? { kind: "done" } : outcome);
