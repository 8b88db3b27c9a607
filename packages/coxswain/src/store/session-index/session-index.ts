import type { EntryReader } from "./entry-facts.ts";
import { type IndexedSession, listSessions, type ListQuery } from "./list-sessions.ts";
import { type SearchHit, type SearchQuery, searchTexts } from "./search-texts.ts";
import { type UsageQuery, type UsageReport, usageReport } from "./usage-report.ts";
import { type IndexSource, useIndex, useUnnamed } from "./use-index.ts";

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
  list: (query = {}) => useIndex(source, (database) => listSessions(database, source.directory, query)),
  search: (text, query = {}) => useIndex(source, (database) => searchTexts(database, source.directory, text, query)),
  usage: (query = {}) => useIndex(source, (database) => usageReport(database, query)),
});

/** The sessions of a directory that is asked too seldom to keep an index there. */
export const readAside = (directory: string, reader: EntryReader): Promise<readonly IndexedSession[]> =>
  useUnnamed({ directory, reader }, (database) => listSessions(database, directory, { agents: true }));
