import type { EntryReader } from "./entry-facts.ts";
import type { IndexedSession, ListQuery } from "./list-sessions.ts";
import type { IndexedPrompt, PromptQuery } from "./list-prompts.ts";
import type { SearchHit, SearchQuery } from "./search-texts.ts";
import type { UsageQuery, UsageReport } from "./usage-report.ts";
import type { IndexSource } from "./query-index.ts";

/**
 * Answers queries about all sessions of a directory without opening them. Each query first reads the content appended to
 * the session files, so that the answer is current.
 */
export interface SessionIndex {
  list(query?: ListQuery): Promise<readonly IndexedSession[]>;
  /**
   * Searches for all words of `text`, "phrases" and prefixes*: best first, then newest. Empty if `text` contains no word.
   */
  search(text: string, query?: SearchQuery): Promise<readonly SearchHit[]>;
  /** Returns the prompts of users in sessions that are not sub-agents', the newest first. */
  prompts(query?: PromptQuery): Promise<readonly IndexedPrompt[]>;
  usage(query?: UsageQuery): Promise<UsageReport>;
}

/** Returns the index of a store's directory. It is stored there as `index.db`, which can be deleted at any time. */
export const indexOf = (source: IndexSource): SessionIndex => ({
  list: async (query = {}) => (await loadIndex()).list(source, query),
  search: async (text, query = {}) => (await loadIndex()).search(source, text, query),
  prompts: async (query = {}) => (await loadIndex()).prompts(source, query),
  usage: async (query = {}) => (await loadIndex()).usage(source, query),
});

/** Lists the sessions of a directory that is queried too rarely to store an index. */
export const listWithoutIndex = async (directory: string, reader: EntryReader): Promise<readonly IndexedSession[]> =>
  (await loadIndex()).listUnindexed(directory, reader);

/** Loaded with the first query, since most processes make none. */
const loadIndex = () => import("./query-index.ts");
