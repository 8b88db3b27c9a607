import type { Header } from "../../log/index.ts";
import type { Speaker, Spending } from "./entry-facts.ts";
import { readSync } from "node:fs";

/** Position in a session file up to which it was indexed, and the state needed to continue. */
export interface IndexPosition {
  /** Offset of the first unread byte. */
  readonly offset: number;
  /** Offset of the last line read, and its fingerprint: if it does not match, the file was replaced. */
  readonly markAt: number;
  readonly mark: Uint8Array;
  /** For a forked session: id of the last inherited entry. Null once it was read. */
  readonly inheritsUntil: string | null;
}

/** The beginning of a file. */
export const START: IndexPosition = { offset: 0, markAt: 0, mark: new Uint8Array(), inheritsUntil: null };

/** A searchable string. */
export interface IndexedText {
  readonly entry: string;
  readonly at: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** Length of the prompt with which the whole text begins; 0: none. */
  readonly typed: number;
}

/** Usage of one model in a quarter of an hour. */
export interface QuarterSpending extends Omit<Spending, "cost"> {
  /** Quarters of an hour since the epoch. */
  readonly quarter: number;
  /** True for responses inherited from the session that this one was forked from. */
  readonly inherited: boolean;
  readonly responses: number;
  /** USD / 1,000,000,000. Integers give the same sum in any order of addition. */
  readonly nanos: number;
  /** Number of responses whose price is not known. */
  readonly unpriced: number;
}

/** Additions to the index from a chunk of a session file. */
export interface Growth {
  readonly header: Header | undefined;
  /** Reason why the header in the chunk cannot be read. */
  readonly problem: string | undefined;
  /** Folder that the session was moved to. */
  readonly movedTo: string | undefined;
  readonly title: string | undefined;
  readonly model: string | undefined;
  /** First message of the user in this chunk. */
  readonly opening: string | undefined;
  readonly messages: number;
  readonly spending: readonly QuarterSpending[];
  /** Cost of the session's sub-agents, in USD / 1,000,000,000. */
  readonly agentNanos: number;
  /** Number of the sub-agents' responses whose price is not known. */
  readonly agentUnpriced: number;
  readonly texts: readonly IndexedText[];
  /** Start of the next chunk. */
  readonly position: IndexPosition;
  /** Number of bytes read. */
  readonly bytes: number;
  /** True if the chunk reaches the end of the file. */
  readonly isLast: boolean;
}

export const NOTHING: Growth = {
  header: undefined,
  problem: undefined,
  movedTo: undefined,
  title: undefined,
  model: undefined,
  opening: undefined,
  messages: 0,
  spending: [],
  agentNanos: 0,
  agentUnpriced: 0,
  texts: [],
  position: START,
  bytes: 0,
  isLast: true,
};

const BYTES = 64;

/**
 * Fingerprint of a session file: the start and the end of the last line read, from `start` to `end`. It distinguishes
 * the file from others, and from itself after a truncation. An entry starts with its number and its id.
 */
export const fingerprint = (descriptor: number, start: number, end: number): Buffer => {
  const size = Math.min(BYTES, end - start);
  return Buffer.concat([bytesAt(descriptor, start, size), bytesAt(descriptor, end - size, size)]);
};

const bytesAt = (descriptor: number, offset: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, size, offset));
};

/** Approximate limit of the years that a date supports. */
const MAX_TIME = 8e15;

/** Returns a time as whole milliseconds since the epoch, or 0 for an invalid number in a file. */
export const timestampOf = (value: number): number => (Math.abs(value) < MAX_TIME ? Math.trunc(value) : 0);
