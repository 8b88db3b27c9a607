import type { Entry } from "../../log/index.ts";

/** Whose words a text is. */
export type Speaker = "user" | "assistant" | "tool";

/** What one response took. Tokens as the session counts them; `cost` in USD. */
export interface Spending {
  /** Reference of the model that answered. */
  readonly model: string;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly cost: number;
}

/** What the index wants to know of one entry. */
export interface EntryFacts {
  /** What the session is called from here on. */
  readonly title?: string;
  /** Reference of the model that answers from here on. */
  readonly model?: string;
  /** Whose message of the conversation it is. */
  readonly message?: Speaker;
  /** What can be found in it. */
  readonly texts?: readonly { readonly by: Speaker; readonly text: string }[];
  readonly spent?: Spending;
  /** USD that an agent of the session's took: its own session says what for. */
  readonly agentsCost?: number;
}

/** Reads entries for the index, which knows no kind of them itself. */
export interface EntryReader {
  /** Counted up whenever `describe` comes to say something else of the same entry: an index of another version is made anew. */
  readonly version: number;
  /** Pure. May throw on an entry that is not what its type says: nothing is known of it then. */
  describe(entry: Entry): EntryFacts;
}
