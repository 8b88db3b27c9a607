import { toolCalls } from "../model/index.ts";
import { isMessage, type MessageEntry } from "./entries.ts";
import type { Limit, LoopOptions, Queued, RunOptions, TurnReport } from "./types.ts";
import type { Ports } from "./ports.ts";

/** The values that the parts of one run share. */
export interface Scope {
  readonly runId: string;
  readonly sessionId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly ports: Ports;
  readonly options: LoopOptions;
  /** Ids of all calls of the session, including those of new responses. */
  readonly callIds: () => Set<string>;
  readonly stopConditions: readonly ((turn: TurnReport) => Limit | undefined)[];
}

export interface RunSetup {
  readonly runId: string;
  readonly sessionId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Messages delivered to the model at the first turn. */
  readonly messages: readonly Queued[];
  /** Ends the run. A string as its reason becomes the outcome's reason; a RunEnding is the outcome itself. */
  readonly signal: AbortSignal;
  readonly options?: LoopOptions;
  /** Options of this run alone, for the log. */
  readonly runOptions?: RunOptions;
}

export const openScope = (ports: Ports, { runId, sessionId, cwd, signal, options = {} }: RunSetup): Scope => ({
  runId,
  sessionId,
  cwd,
  signal,
  ports,
  options,
  callIds: callIdsOn(ports),
  stopConditions: (options.stopWhen ?? []).map((condition) => condition()),
});

/** Collects the ids at the first tool call: most runs of a long session have none. */
const callIdsOn = ({ journal }: Ports): (() => Set<string>) => {
  let ids: Set<string> | undefined;
  return () => (ids ??= new Set(journal.path.flatMap((entry) => (isMessage(entry) ? callIdsOf(entry) : []))));
};

const callIdsOf = ({ message }: MessageEntry): readonly string[] =>
  message.role === "assistant" ? toolCalls(message).map(({ id }) => id) : [];
