import type { Draft, Entry } from "../log/index.ts";
import { type AssistantMessage, toolCalls, type ToolMessage } from "../model/index.ts";
import { isMessage, isRunEnd, isRunStart, isToolStart, messageDraft, type MessageEntry, type RunEndEntry } from "./entries.ts";
import { INTERRUPTED, NOT_RUN, skipped } from "./errors.ts";
import type { RunOptions, TurnReport } from "./types.ts";

/** A run that has begun on a path and not ended: what a crash left of it, or what was gone back into the middle of. */
export interface InterruptedRun {
  readonly run: string;
  /** What was said of it alone. */
  readonly options: RunOptions;
  /** Whether anything was told in it. */
  readonly told: boolean;
  /** The number of the turn that it is in, from 1. */
  readonly turn: number;
  /** The turns that came to their end. */
  readonly ended: readonly TurnReport[];
  /** The turn whose calls are to be seen to; none when the model is to be asked. */
  readonly last: CutTurn | undefined;
}

/** A turn after its response. */
export interface CutTurn extends Begun {
  readonly id: string;
  readonly message: AssistantMessage;
}

/** How far the calls of a response had come. */
export interface Begun {
  /** By call. */
  readonly results: ReadonlyMap<string, ToolMessage>;
  /** The calls that may have had effects. */
  readonly started: ReadonlySet<string>;
}

/** The run that a path ends in the middle of; undefined when its last one has ended. */
export const interruptedRun = (path: readonly Entry[]): InterruptedRun | undefined => {
  const at = path.findLastIndex((entry) => isRunStart(entry) || isRunEnd(entry));
  const start = path[at];
  if (start === undefined || !isRunStart(start)) return undefined;
  const entries = path.slice(at + 1);
  const turns = turnsIn(entries, start.run);
  const isOver = entries.findLast((entry) => isTold(entry, start.run))?.message.role === "user";
  const last = isOver ? undefined : turns.at(-1);
  return {
    run: start.run,
    options: start.options ?? {},
    told: entries.some((entry) => isTold(entry, start.run)),
    turn: turns.length + (last === undefined ? 1 : 0),
    ended: (last === undefined ? turns : turns.slice(0, -1)).map(reportOf),
    last,
  };
};

/** The facts that end a run which was cut short: every call has a result then, and the run an end. */
export const endingOf = ({ run, last }: InterruptedRun): readonly (Draft<MessageEntry> | Draft<RunEndEntry>)[] => {
  const open = last === undefined ? [] : toolCalls(last.message).filter(({ id }) => !last.results.has(id));
  const results = open.map((call) => messageDraft(skipped(call, last?.started.has(call.id) === true ? INTERRUPTED : NOT_RUN), run));
  return [...results, { type: "run_end", run, outcome: { kind: "aborted", reason: "interrupted" } }];
};

interface OpenTurn extends CutTurn {
  readonly results: Map<string, ToolMessage>;
  readonly started: Set<string>;
}

const turnsIn = (entries: readonly Entry[], run: string): readonly OpenTurn[] => {
  const turns: OpenTurn[] = [];
  for (const entry of entries) {
    if (isToolStart(entry)) turns.find(({ id }) => id === entry.message)?.started.add(entry.call);
    if (!isTold(entry, run)) continue;
    const { id, message } = entry;
    if (message.role === "tool") turns.at(-1)?.results.set(message.callId, message);
    else if (message.role === "assistant" && isWhole(message)) turns.push({ id, message, results: new Map(), started: new Set() });
  }
  return turns;
};

const reportOf = ({ message, results }: CutTurn, index: number): TurnReport => ({
  turn: index + 1,
  message,
  results: toolCalls(message).flatMap((call) => {
    const result = results.get(call.id);
    return result === undefined ? [] : [{ call, result }];
  }),
});

/** A response that broke off is asked for again. */
const isWhole = ({ stop, streamError }: AssistantMessage): boolean => streamError === undefined && stop !== "interrupted";

const isTold = (entry: Entry, run: string): entry is MessageEntry => isMessage(entry) && entry.run === run;
