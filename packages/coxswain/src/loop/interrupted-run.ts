import type { Draft, Entry } from "../log/index.ts";
import { type AssistantMessage, toolCalls, type ToolMessage } from "../model/index.ts";
import { isMessage, isRunEnd, isRunStart, isToolStart, messageDraft, type MessageEntry, type RunEndEntry } from "./entries.ts";
import { INTERRUPTED, NOT_RUN, skipped } from "./errors.ts";
import type { RunOptions, TurnReport } from "./types.ts";

/** A run that has started on a path and not ended: after a crash, or after the session returned to the middle of it. */
export interface InterruptedRun {
  readonly run: string;
  /** The options of this run. */
  readonly options: RunOptions;
  /** True if it has any message. */
  readonly hasMessages: boolean;
  /** Number of the current turn, from 1. */
  readonly turn: number;
  /** The completed turns. */
  readonly ended: readonly TurnReport[];
  /** The turn whose calls are not finished; undefined if the next step is a request to the model. */
  readonly last: InterruptedTurn | undefined;
}

/** A turn after its response. */
export interface InterruptedTurn extends CallProgress {
  readonly id: string;
  readonly message: AssistantMessage;
}

/** The progress of a response's calls. */
export interface CallProgress {
  /** By call id. */
  readonly results: ReadonlyMap<string, ToolMessage>;
  /** The calls that may have had effects. */
  readonly started: ReadonlySet<string>;
}

/** Returns the unfinished run at the end of a path; undefined if the last run has ended. */
export const interruptedRun = (path: readonly Entry[]): InterruptedRun | undefined => {
  const at = path.findLastIndex((entry) => isRunStart(entry) || isRunEnd(entry));
  const start = path[at];
  if (start === undefined || !isRunStart(start)) return undefined;
  const entries = path.slice(at + 1);
  const turns = turnsIn(entries, start.run);
  const isOver = entries.findLast((entry) => isMessageOf(entry, start.run))?.message.role === "user";
  const last = isOver ? undefined : turns.at(-1);
  return {
    run: start.run,
    options: start.options ?? {},
    hasMessages: entries.some((entry) => isMessageOf(entry, start.run)),
    turn: turns.length + (last === undefined ? 1 : 0),
    ended: (last === undefined ? turns : turns.slice(0, -1)).map(reportOf),
    last,
  };
};

/** Makes the entries that close an interrupted run: a result for each open call, and the run's end. */
export const endingOf = ({ run, last }: InterruptedRun): readonly (Draft<MessageEntry> | Draft<RunEndEntry>)[] => {
  const open = last === undefined ? [] : toolCalls(last.message).filter(({ id }) => !last.results.has(id));
  const results = open.map((call) => messageDraft(skipped(call, last?.started.has(call.id) === true ? INTERRUPTED : NOT_RUN), run));
  return [...results, { type: "run_end", run, outcome: { kind: "aborted", reason: "interrupted" } }];
};

interface OpenTurn extends InterruptedTurn {
  readonly results: Map<string, ToolMessage>;
  readonly started: Set<string>;
}

const turnsIn = (entries: readonly Entry[], run: string): readonly OpenTurn[] => {
  const turns: OpenTurn[] = [];
  for (const entry of entries) {
    if (isToolStart(entry)) turns.find(({ id }) => id === entry.message)?.started.add(entry.call);
    if (!isMessageOf(entry, run)) continue;
    const { id, message } = entry;
    if (message.role === "tool") turns.at(-1)?.results.set(message.callId, message);
    else if (message.role === "assistant" && isWhole(message)) turns.push({ id, message, results: new Map(), started: new Set() });
  }
  return turns;
};

const reportOf = ({ message, results }: InterruptedTurn, index: number): TurnReport => ({
  turn: index + 1,
  message,
  results: toolCalls(message).flatMap((call) => {
    const result = results.get(call.id);
    return result === undefined ? [] : [{ call, result }];
  }),
});

/** A response that broke off is requested again. */
const isWhole = ({ stop, streamError }: AssistantMessage): boolean => streamError === undefined && stop !== "interrupted";

const isMessageOf = (entry: Entry, run: string): entry is MessageEntry => isMessage(entry) && entry.run === run;
