import { toolCalls } from "../model/index.ts";
import { isMessage, type RunEndEntry, type RunStartEntry } from "./entries.ts";
import type { LoopOptions } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { Ports, Queued } from "./ports.ts";
import { runError } from "./run-error.ts";
import type { Scope } from "./scope.ts";
import { type Next, turn } from "./turn.ts";

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
}

/** One run: turns until nothing is left to do. It always ends with an outcome, and never throws. */
export const run = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const { journal, inbox } = ports;
  const { runId } = setup;
  journal.emit({ type: "run_start", runId });
  const outcome = await turns(ports, setup).catch((error: unknown): Outcome => ({ kind: "failed", error: runError(error) }));
  inbox.settle();
  await journal.append<RunEndEntry>({ type: "run_end", run: runId, outcome: withoutReply(outcome) }).catch(() => undefined);
  journal.emit({ type: "run_end", runId, outcome });
  return outcome;
};

const turns = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const scope = openScope(ports, setup);
  await ports.journal.append<RunStartEntry>({ type: "run_start", run: setup.runId });
  let next: Next = { kind: "turn", messages: setup.messages };
  for (let number = 1; next.kind === "turn"; number++) next = await turn(scope, number, next.messages);
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

const callIdsOn = ({ journal }: Ports): Set<string> => {
  const ids = new Set<string>();
  for (const entry of journal.path) {
    if (isMessage(entry) && entry.message.role === "assistant") for (const { id } of toolCalls(entry.message)) ids.add(id);
  }
  return ids;
};

const withoutReply = (outcome: Outcome): RunEndEntry["outcome"] => (outcome.kind === "done" ? { kind: "done" } : outcome);
