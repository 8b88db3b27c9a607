import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Condition, ifPresent, sessionConditions, type SessionFilter, where } from "./session-filter.ts";

export interface ListQuery extends SessionFilter {
  /** Milliseconds since the epoch: sessions last used at or after this time. */
  readonly since?: number;
  /** Milliseconds since the epoch: sessions last used before this time. */
  readonly until?: number;
  /** USD. */
  readonly minCost?: number;
  /** Includes sub-agents' sessions. Default: only those whose parent session does not exist. */
  readonly agents?: boolean;
  /** Returns only the direct and indirect sub-agents' sessions of these ids. */
  readonly agentsOf?: readonly string[];
  /** Sort order, each descending. Default: `updated`. */
  readonly sort?: "updated" | "created" | "cost" | "messages";
  /** Maximum number of sessions. Default: all. */
  readonly limit?: number;
}

/** A session in the index. */
export interface IndexedSession {
  readonly id: string;
  /** Path of its file. */
  readonly path: string;
  /** Current working folder. Undefined if its header cannot be read. */
  readonly cwd: string | undefined;
  /** Location-independent name of its project, if known. */
  readonly project: string | undefined;
  /** `subagent` for a sub-agent's session. Undefined for a normal one. */
  readonly kind: string | undefined;
  /** Id of the session that it was forked from, or of the parent agent. */
  readonly parent: string | undefined;
  /** Milliseconds since the epoch. Undefined if its header cannot be read. */
  readonly createdAt: number | undefined;
  /** Time of the last append, in milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly title: string | undefined;
  /** Start of the first message, at most 200 characters. */
  readonly opening: string | undefined;
  /** Reference of the most recent model. */
  readonly model: string | undefined;
  /** Number of messages on all branches, including those before the conversation was cleared. */
  readonly messages: number;
  /** USD over all branches, including sub-agents, as far as prices are known. */
  readonly cost: number;
  /** True if the price of a response is not known. */
  readonly isCostPartial: boolean;
  /** Reason why it cannot be opened. Other fields are filled as far as possible. */
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
    ...(agentsOf === undefined ? [] : [descendantsOf(agentsOf)]),
    ...(agents || agentsOf !== undefined ? [] : [WITHOUT_STORED_PARENT]),
    ...ifPresent("s.updated >= ?", since),
    ...ifPresent("s.updated < ?", until),
    ...ifPresent("s.nanos + s.agentNanos >= ? * 1e9", minCost),
  ]);
  const rows = database
    .prepare(
      `SELECT s.id, s.path, s.cwd, s.project, s.kind, s.parent, s.created, s.updated, s.title, s.opening, s.model, s.messages, s.nanos + s.agentNanos AS nanos, s.unpriced, s.problem
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
    isCostPartial: row.unpriced > 0,
    problem: row.problem ?? undefined,
  }));
};

/** Includes sub-agents' sessions without a parent, which would otherwise not be listed anywhere. */
const WITHOUT_STORED_PARENT: Condition = {
  sql: "s.kind IS NOT 'subagent' OR NOT EXISTS (SELECT 1 FROM sessions a WHERE a.id = s.parent)",
  values: [],
};

const descendantsOf = (ids: readonly string[]): Condition => ({
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
  readonly unpriced: number;
  readonly problem: string | null;
}
