import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Condition, given, sessionConditions, type SessionFilter, where } from "./session-filter.ts";

export interface ListQuery extends SessionFilter {
  /** Milliseconds since the epoch: sessions last used then or later. */
  readonly since?: number;
  /** Milliseconds since the epoch: sessions last used before. */
  readonly until?: number;
  /** USD. */
  readonly minCost?: number;
  /** Whether the sessions that agents worked in are among them. Default: only those whose parent is gone. */
  readonly agents?: boolean;
  /** Only the sessions of the agents that worked for these, and of those that worked for them. */
  readonly agentsOf?: readonly string[];
  /** What comes first: the latest, the dearest, the longest. Default: `updated`. */
  readonly sort?: "updated" | "created" | "cost" | "messages";
  /** Default: all. */
  readonly limit?: number;
}

/** A session as the index knows it. */
export interface IndexedSession {
  readonly id: string;
  /** Where its file is. */
  readonly path: string;
  /** The folder that it works in now. Undefined when its header cannot be read. */
  readonly cwd: string | undefined;
  /** What its project is called wherever it lies, where something tells. */
  readonly project: string | undefined;
  /** Undefined: a session of its own. `subagent`: one that an agent worked in. */
  readonly kind: string | undefined;
  /** Id of the session that it was forked from, or worked for. */
  readonly parent: string | undefined;
  /** Milliseconds since the epoch. Undefined when its header cannot be read. */
  readonly createdAt: number | undefined;
  /** Milliseconds since the epoch of the last append. */
  readonly updatedAt: number;
  readonly title: string | undefined;
  /** The beginning of what was said first, at most 200 characters. */
  readonly opening: string | undefined;
  /** Reference of the model that was named last. */
  readonly model: string | undefined;
  /** On all branches, and those that were said before the conversation was cleared. */
  readonly messages: number;
  /** USD over all branches, that of its agents included; best effort. */
  readonly cost: number;
  /** Why it cannot be opened; what else is known of it was read all the same. */
  readonly problem: string | undefined;
}

const ORDER: Readonly<Record<NonNullable<ListQuery["sort"]>, string>> = {
  updated: "s.updated",
  created: "s.created",
  cost: "s.nanos + s.agentNanos",
  messages: "s.messages",
};

export const listSessions = (database: DatabaseSync, directory: string, query: ListQuery): readonly IndexedSession[] => {
  const { since, until, minCost, agents = false, agentsOf, sort = "updated", limit } = query;
  const { sql, values } = where([
    ...sessionConditions(directory, query),
    ...(agentsOf === undefined ? [] : [belowOf(agentsOf)]),
    ...(agents || agentsOf !== undefined ? [] : [OF_THEIR_OWN]),
    ...given("s.updated >= ?", since),
    ...given("s.updated < ?", until),
    ...given("s.nanos + s.agentNanos >= ? * 1e9", minCost),
  ]);
  const rows = database
    .prepare(
      `SELECT s.id, s.path, s.cwd, s.project, s.kind, s.parent, s.created, s.updated, s.title, s.opening, s.model, s.messages, s.nanos + s.agentNanos AS nanos, s.problem
      FROM sessions s ${sql} ORDER BY ${ORDER[sort]} DESC, s.updated DESC, s.id DESC LIMIT ?`,
    )
    .all(...values, limit ?? -1) as unknown as readonly SessionRow[];
  return rows.map((row) => ({
    id: row.id,
    path: join(directory, row.path),
    cwd: row.cwd ?? undefined,
    project: row.project ?? undefined,
    kind: row.kind ?? undefined,
    parent: row.parent ?? undefined,
    createdAt: row.created ?? undefined,
    updatedAt: Math.trunc(row.updated),
    title: row.title ?? undefined,
    opening: row.opening ?? undefined,
    model: row.model ?? undefined,
    messages: row.messages,
    cost: row.nanos / 1e9,
    problem: row.problem ?? undefined,
  }));
};

/** Those of agents as well whose parent is gone: they would be found nowhere. */
const OF_THEIR_OWN: Condition = {
  sql: "s.kind IS NOT 'subagent' OR NOT EXISTS (SELECT 1 FROM sessions a WHERE a.id = s.parent)",
  values: [],
};

const belowOf = (ids: readonly string[]): Condition => ({
  sql: `s.id IN (
    WITH RECURSIVE above(id) AS (
      SELECT value FROM json_each(?)
      UNION SELECT a.id FROM sessions a JOIN above ON a.parent = above.id WHERE a.kind = 'subagent'
    )
    SELECT id FROM above WHERE id NOT IN (SELECT value FROM json_each(?)))`,
  values: [JSON.stringify(ids), JSON.stringify(ids)],
});

interface SessionRow {
  readonly id: string;
  readonly path: string;
  readonly cwd: string | null;
  readonly project: string | null;
  readonly kind: string | null;
  readonly parent: string | null;
  readonly created: number | null;
  readonly updated: number;
  readonly title: string | null;
  readonly opening: string | null;
  readonly model: string | null;
  readonly messages: number;
  readonly nanos: number;
  readonly problem: string | null;
}
