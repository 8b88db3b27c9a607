import type { Header } from "../../log/index.ts";
import type { Speaker, Spending } from "./entry-facts.ts";

/** How far a session file was read, and what is to be known to go on from there. */
export interface Place {
  /** Of the first byte that was not read. */
  readonly offset: number;
  /** Where the last line that was read begins, and what is remembered of it: a file where it stands no more is another one. */
  readonly markAt: number;
  readonly mark: Uint8Array;
  /** Of a session that was forked off: its entries up to this one are the other session's. Null once it was read. */
  readonly inheritsUntil: string | null;
}

/** Before anything was read. */
export const START: Place = { offset: 0, markAt: 0, mark: new Uint8Array(), inheritsUntil: null };

/** A text that can be found. */
export interface IndexedText {
  readonly entry: string;
  readonly at: number;
  readonly speaker: Speaker;
  readonly text: string;
}

/** What responses of one model took in one quarter of an hour. */
export interface QuarterSpending extends Omit<Spending, "cost"> {
  /** Quarters of an hour since the epoch. */
  readonly quarter: number;
  /** Whether the responses are those of the session that this one was forked from. */
  readonly inherited: boolean;
  readonly responses: number;
  /** USD / 1,000,000,000: whole numbers give the same sum in whatever pieces they are added. */
  readonly nanos: number;
}

/** What a piece of a session file adds to what is known of the session. */
export interface Growth {
  readonly header: Header | undefined;
  /** Why the piece's header cannot be read. */
  readonly problem: string | undefined;
  /** The folder that the session was moved to. */
  readonly movedTo: string | undefined;
  readonly title: string | undefined;
  readonly model: string | undefined;
  /** What the person said first in this piece. */
  readonly opening: string | undefined;
  readonly messages: number;
  readonly spending: readonly QuarterSpending[];
  /** USD / 1,000,000,000 that agents of the session's took. */
  readonly agentNanos: number;
  readonly texts: readonly IndexedText[];
  /** Where the next piece begins. */
  readonly place: Place;
  /** Bytes that were read. */
  readonly bytes: number;
  /** Whether it reaches to the end of the file. */
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
  place: START,
  bytes: 0,
  isLast: true,
};
