import type { DatabaseSync } from "node:sqlite";
import type { Speaker } from "./entry-facts.ts";
import { ifPresent, sessionConditions, type SessionFilter, where } from "./session-filter.ts";

export interface SearchQuery extends SessionFilter {
  /** Milliseconds since the epoch: only entries from this time on. */
  readonly since?: number;
  /** Maximum number of hits. Default: all. */
  readonly limit?: number;
}

/** A string that contains all terms. */
export interface SearchHit {
  readonly session: string;
  /** The session's folder. Undefined if its header cannot be read. */
  readonly cwd: string | undefined;
  /** Id of the entry that contains the string. */
  readonly entry: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Author; a tool call is the assistant's. */
  readonly by: Speaker;
  /** The text around the matches, split so that every second item, starting with the second, is a match. */
  readonly snippet: readonly string[];
}

/** Maximum number of words in a snippet. */
const SNIPPET_WORDS = 24;

/** Returns the strings that match all terms, best first, then newest. */
export const searchTexts = (database: DatabaseSync, directory: string, typed: string, query: SearchQuery): readonly SearchHit[] => {
  const expression = matchExpression(typed);
  if (expression === undefined) return [];
  const { sql, values } = where([
    { sql: "words MATCH ?", values: [expression] },
    ...sessionConditions(directory, query),
    ...ifPresent("t.at >= ?", query.since),
  ]);
  const source = "words w JOIN passages t ON t.number = w.rowid JOIN sessions s ON s.number = t.session";
  const order = "ORDER BY w.rank, t.at DESC, t.number DESC";
  // Creates snippets only for the returned hits.
  const rows = database
    .prepare(
      `WITH best AS (SELECT w.rowid AS number FROM ${source} ${sql} ${order} LIMIT ?)
      SELECT s.id, s.cwd, t.entry, t.at, t.speaker, snippet(words, 0, char(1), char(2), '…', ${SNIPPET_WORDS}) AS snippet
      FROM ${source} WHERE words MATCH ? AND w.rowid IN (SELECT number FROM best) ${order}`,
    )
    .all(...values, query.limit ?? -1, expression) as unknown as readonly HitRow[];
  return rows.map(({ id, cwd, entry, at, speaker, snippet }) => ({
    session: id,
    cwd: cwd ?? undefined,
    entry,
    at,
    by: speaker,
    // oxlint-disable-next-line no-control-regex -- the markers of a match, which no passage contains
    snippet: snippet.split(/[\u0001\u0002]/),
  }));
};

interface HitRow {
  readonly id: string;
  readonly cwd: string | null;
  readonly entry: string;
  readonly at: number;
  readonly speaker: Speaker;
  readonly snippet: string;
}

/** A quoted phrase, whose closing quote may be missing, or a word; an optional star after it. */
const TERM = /"([^"]*)(?:"(\*?)|$)|([^\s"]+)/g;

/**
 * Converts a user's query to an FTS5 expression: words, "phrases" and prefixes*, all of which must match. Each term is
 * quoted, so that nothing in it is an operator. Undefined if the query contains no word.
 */
export const matchExpression = (typed: string): string | undefined => {
  const terms = [...typed.replaceAll("\0", " ").matchAll(TERM)].flatMap(([, phrase, star = "", word = ""]) => {
    const text = phrase ?? word.replace(/\*+$/, "");
    const isPrefix = star !== "" || (phrase === undefined && word.endsWith("*"));
    return isWord(text) ? [`"${text}"${isPrefix ? "*" : ""}`] : [];
  });
  return terms.length === 0 ? undefined : terms.join(" ");
};

/** Returns true if the term contains a character that the index stores: letters, digits, private use. */
const isWord = (text: string): boolean => /[\p{L}\p{N}\p{Co}]/u.test(text);
