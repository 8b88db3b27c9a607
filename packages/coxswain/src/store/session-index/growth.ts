import type { Header } from "../../log/index.ts";
import type { Speaker, Spending } from "./entry-facts.ts";

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
}

/** What a chunk of a session file adds to the index. */
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
  texts: [],
  position: START,
  bytes: 0,
  isLast: true,
};
