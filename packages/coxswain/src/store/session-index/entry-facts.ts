import type { Entry } from "../../log/index.ts";

/** Author of a searchable string. */
export type Speaker = "user" | "assistant" | "tool";

/** Usage of one response. Tokens as the session counts them. */
export interface Spending {
  /** Reference of the responding model. */
  readonly model: string;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** USD. Absent: its price is not known. */
  readonly cost?: number;
}

export interface SearchableText {
  readonly by: Speaker;
  readonly text: string;
  /** Characters at the beginning that a user typed as a prompt. Default: 0, it is not a prompt. */
  readonly typed?: number;
}

/** Data that the index stores about an entry. */
export interface EntryFacts {
  /** Title of the session from this entry on. */
  readonly title?: string;
  /** Reference of the current model from this entry on. */
  readonly model?: string;
  /** Author, if the entry is a message of the conversation. */
  readonly message?: Speaker;
  /** Words of the user that describe the session if no earlier entry has any. */
  readonly opening?: string;
  readonly texts?: readonly SearchableText[];
  readonly spent?: Spending;
  /** Cost of a response of the session's sub-agents, whose own sessions contain the details. */
  readonly agent?: Pick<Spending, "cost">;
}

/** Reads entries for the index, which does not know any entry types itself. */
export interface EntryReader {
  /**
   * Increased whenever `describe` returns something different for the same entry. An index of another version is
   * rebuilt.
   */
  readonly version: number;
  /** Must be pure. May throw on an invalid entry, which is then not indexed. */
  describe(entry: Entry): EntryFacts;
}
