import type { IndexedSession, SessionIndex } from "coxswain/store";

/** A listed session with its depth below its ancestors. */
export interface ListedSession {
  readonly session: IndexedSession;
  readonly depth: number;
}

export const withoutAgents = (sessions: readonly IndexedSession[]): readonly ListedSession[] =>
  sessions.map((session) => ({ session, depth: 0 }));

/** Lists each session, followed by the sessions of its agents in order of creation. */
export const withAgents = async (index: SessionIndex, sessions: readonly IndexedSession[]): Promise<readonly ListedSession[]> => {
  const agents = await index.list({ agentsOf: sessions.map(({ id }) => id), sort: "created" });
  const byParent = Map.groupBy(agents.toReversed(), ({ parent }) => parent);
  const shown = new Set<string>();
  const listed = (session: IndexedSession, depth: number): readonly ListedSession[] => {
    if (shown.has(session.id)) return []; // the files may contain a cycle
    shown.add(session.id);
    return [{ session, depth }, ...(byParent.get(session.id) ?? []).flatMap((agent) => listed(agent, depth + 1))];
  };
  return sessions.flatMap((session) => listed(session, 0));
};
