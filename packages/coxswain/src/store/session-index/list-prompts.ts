import type { DatabaseSync } from "node:sqlite";
import { sessionConditions, type SessionFilter, where } from "./session-filter.ts";

export interface PromptQuery extends SessionFilter {
  /** Maximum number of prompts. Default: all. */
  readonly limit?: number;
}

/** A prompt that a user typed. A command of the user is one too: it begins with `!`, or with `!!` if the model does not see it. */
export interface IndexedPrompt {
  readonly session: string;
  /** Id of its entry. */
  readonly entry: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Its words, without attached content, at most 16,384 characters. */
  readonly text: string;
  /** True if `text` is only the beginning. */
  readonly isCut: boolean;
}

/** Sub-agents' sessions have prompts of agents. */
const OF_USERS = { sql: "t.typed > 0 AND s.kind IS NOT 'subagent'", values: [] };

export const listPrompts = (database: DatabaseSync, directory: string, query: PromptQuery): readonly IndexedPrompt[] => {
  const { sql, values } = where([OF_USERS, ...sessionConditions(directory, query)]);
  const rows = database
    .prepare(
      `SELECT s.id, t.entry, t.at, t.typed, w.text
      FROM passages t JOIN sessions s ON s.number = t.session JOIN words w ON w.rowid = t.number
      ${sql} ORDER BY t.at DESC, t.number DESC LIMIT ?`,
    )
    .all(...values, query.limit ?? -1) as unknown as readonly PromptRow[];
  return rows.map(({ id, entry, at, typed, text }) => ({ session: id, entry, at, text: text.slice(0, typed), isCut: typed > text.length }));
};

interface PromptRow {
  readonly id: string;
  readonly entry: string;
  readonly at: number;
  readonly typed: number;
  readonly text: string;
}
