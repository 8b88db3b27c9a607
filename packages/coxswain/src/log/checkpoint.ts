import type { Damage, Draft, Entry } from "./entry.ts";

/** Location of entries in a file. */
export interface Route {
  /** Offset of the line of the next checkpoint. Readers ignore a checkpoint at any other offset. */
  readonly offset: number;
  /** Byte ranges in file order. Each range starts at the start of a line and ends at the end of a line. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Fold states by fold name. */
export type States = Readonly<Record<string, unknown>>;

/**
 * Starting point for a reader that does not begin at the first entry: the entries in these ranges, these states, and
 * every later entry. A checkpoint is derived from earlier entries and adds no information, so a reader may skip it.
 */
export interface CheckpointEntry extends Entry, Route {
  readonly type: "checkpoint";
  /** Parent of the first entry of the ranges. */
  readonly above: string | null;
  /** States of the path folds before the first entry of the ranges. */
  readonly pathStates: States;
  /** States of the folds over all entries before this one. */
  readonly allStates: States;
  /** Damage before this entry. Absent: none. */
  readonly damage?: readonly Damage[];
  /** Checksum of all the fields above, in this order, computed by `checksum`. */
  readonly sum: number;
}

type Facts = Pick<CheckpointEntry, "offset" | "ranges" | "above" | "pathStates" | "allStates" | "damage">;

export const isCheckpoint = (entry: Entry): entry is CheckpointEntry => entry.type === "checkpoint";

export const checkpointDraft = ({ offset, ranges, above, pathStates, allStates, damage = [] }: Facts): Draft<CheckpointEntry> => {
  const facts = { offset, ranges, above, pathStates, allStates, ...(damage.length === 0 ? {} : { damage }) };
  return { type: "checkpoint", ...facts, sum: checksum(facts) };
};

/** Returns true if the checkpoint's checksum matches its fields. */
export const isIntact = ({ offset, ranges, above, pathStates, allStates, damage, sum }: CheckpointEntry): boolean =>
  sum === checksum({ offset, ranges, above, pathStates, allStates, ...(damage === undefined ? {} : { damage }) });

/** 32-bit FNV-1a over the UTF-16 code units of the value as JSON. It detects a flipped bit that leaves valid JSON. */
const checksum = (facts: Facts): number => {
  const text = JSON.stringify(facts);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};
