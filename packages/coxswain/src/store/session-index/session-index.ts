import type { EntryReader } from "./entry-facts.ts";
import type { IndexedSession, ListQuery } from "./list-sessions.ts";
import type { SearchHit, SearchQuery } from "./search-texts.ts";
import type { UsageQuery, UsageReport } from "./usage-report.ts";
import type { IndexSource } from "./use-index.ts";

/**
 * Answers questions about all sessions of a directory without opening them. It reads first what the session files have
 * grown by, so that an answer is never older than its question.
 */
export interface SessionIndex {
  list(query?: ListQuery): Promise<readonly IndexedSession[]>;
  /** Texts with all of these words, "phrases" and beginnings*: best first, then newest. Empty when there is no word in `text`. */
  search(text: string, query?: SearchQuery): Promise<readonly SearchHit[]>;
  usage(query?: UsageQuery): Promise<UsageReport>;
}

/** The index of a store's directory, kept there in `index.db`, which can be deleted at any time. */
export const indexOf = (source: IndexSource): SessionIndex => ({
  list: async (query = {}) => (await loadIndex()).listed(source, query),
  search: async (text, query = {}) => (await loadIndex()).found(source, text, query),
  usage: async (query = {}) => (await loadIndex()).used(source, query),
});

/** The sessions of a directory that is asked too seldom to keep an index there. */
export const readAside = async (directory: string, reader: EntryReader): Promise<readonly IndexedSession[]> =>
  (await loadIndex()).listedAside(directory, reader);

/** Loaded with the first question: most processes ask none. */
const loadIndex = () => import("./ask-index.ts");
