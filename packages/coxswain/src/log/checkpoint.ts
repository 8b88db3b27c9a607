import type { Damage } from "./damage.ts";
import type { Draft, Entry } from "./entry.ts";

/** Where entries stand in a file. */
export interface Route {
  /** Where the line of a checkpoint begins that is appended next. One that stands elsewhere counts for nothing. */
  readonly offset: number;
  /** Of bytes, in their order: each from where a line begins to where one has ended. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** The states of folds, by the folds' names. */
export type States = Readonly<Record<string, unknown>>;

/**
 * Where a reader may begin, instead of at the first entry: with the entries in these ranges, these states, and all that
 * follows. It is derived from what stands before it, and says nothing new: a reader may pass it over.
 */
export interface CheckpointEntry extends Entry, Route {
  readonly type: "checkpoint";
  /** What the first entry of the ranges follows. */
  readonly above: string | null;
  /** Of folds of the path, before the first entry of the ranges. */
  readonly pathStates: States;
  /** Of folds of all entries, before this one. */
  readonly allStates: States;
  /** What is not whole before this entry. Absent: nothing. */
  readonly damage?: readonly Damage[];
  /** Of all the fields above, in this order, as `checksum` makes it. */
  readonly sum: number;
}

type Facts = Pick<CheckpointEntry, "offset" | "ranges" | "above" | "pathStates" | "allStates" | "damage">;

export const isCheckpoint = (entry: Entry): entry is CheckpointEntry => entry.type === "checkpoint";

export const checkpointDraft = ({ offset, ranges, above, pathStates, allStates, damage = [] }: Facts): Draft<CheckpointEntry> => {
  const facts = { offset, ranges, above, pathStates, allStates, ...(damage.length === 0 ? {} : { damage }) };
  return { type: "checkpoint", ...facts, sum: checksum(facts) };
};

/** Whether a checkpoint is as it was written. */
export const isIntact = ({ offset, ranges, above, pathStates, allStates, damage, sum }: CheckpointEntry): boolean =>
  sum === checksum({ offset, ranges, above, pathStates, allStates, ...(damage === undefined ? {} : { damage }) });

/** FNV-1a of 32 bits over the UTF-16 code units of the value as JSON: a state in which a bit flipped is still JSON. */
const checksum = (facts: Facts): number => {
  const text = JSON.stringify(facts);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};
