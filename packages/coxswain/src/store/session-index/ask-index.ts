import type { EntryReader } from "./entry-facts.ts";
import { type IndexedSession, listSessions, type ListQuery } from "./list-sessions.ts";
import { type SearchHit, type SearchQuery, searchTexts } from "./search-texts.ts";
import { type UsageQuery, type UsageReport, usageReport } from "./usage-report.ts";
import { type IndexSource, useIndex, useUnnamed } from "./use-index.ts";

export const listed = (source: IndexSource, query: ListQuery): Promise<readonly IndexedSession[]> =>
  useIndex(source, (database) => listSessions(database, source.directory, query));

export const found = (source: IndexSource, text: string, query: SearchQuery): Promise<readonly SearchHit[]> =>
  useIndex(source, (database) => searchTexts(database, source.directory, text, query));

export const used = (source: IndexSource, query: UsageQuery): Promise<UsageReport> =>
  useIndex(source, (database) => usageReport(database, query));

/** Uses an index that is built for this one answer. */
export const listUnindexed = (directory: string, reader: EntryReader): Promise<readonly IndexedSession[]> =>
  useUnnamed({ directory, reader }, (database) => listSessions(database, directory, { agents: true }));
