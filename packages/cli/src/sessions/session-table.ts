import type { IndexedSession, SessionIndex } from "coxswain/store";
import { costCell } from "../display/index.ts";
import { columns, escapeLine, shortId } from "../output/index.ts";
import { formatMinute } from "../time/index.ts";

/** Maximum characters of a title taken from the first message. */
const MAX_TITLE = 100;

/** Returns a session's title, or the start of its first message. */
export const titleOf = ({ title, opening = "" }: IndexedSession): string => title ?? opening.slice(0, MAX_TITLE).trimEnd();

/** Converts a session to its JSON object. */
export const sessionObject = (session: IndexedSession) => ({ ...session, opening: undefined, title: titleOf(session) });

/** Messages and cost. */
const NUMERIC_COLUMNS = [2, 3];

/** Formats sessions as a table. */
export const sessionLines = (sessions: readonly ListedSession[], withFolder: boolean): string =>
  columns(
    sessions.map((listed) => cells(listed, withFolder)),
    NUMERIC_COLUMNS,
  );

const cells = ({ session, depth }: ListedSession, withFolder: boolean): readonly string[] => {
  const { id, cwd, updatedAt, messages, cost, isCostPartial, model, problem } = session;
  const folder = withFolder ? `${cwd ?? "?"}: ` : "";
  return [
    "  ".repeat(depth) + shortId(id),
    formatMinute(updatedAt),
    messages === 1 ? "1 message" : `${messages} messages`,
    costCell(cost, isCostPartial),
    escapeLine(model ?? ""),
    escapeLine(`${problem === undefined ? "" : "[damaged] "}${folder}${titleOf(session)}`),
  ];
};

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
