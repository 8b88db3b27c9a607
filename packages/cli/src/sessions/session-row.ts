import { dollars } from "coxswain/providers";
import { type IndexedSession } from "coxswain/store";
import { columns, escapeLine } from "../output/index.ts";
import { minute } from "../time/index.ts";
import type { ListedSession } from "./with-agents.ts";

/** Maximum characters of a title taken from the first message. */
const TITLE = 100;

/** Returns a session's title, or the start of its first message. */
export const titleOf = ({ title, opening = "" }: IndexedSession): string => title ?? opening.slice(0, TITLE).trimEnd();

/** Converts a session to its JSON object. */
export const sessionObject = (session: IndexedSession) => ({ ...session, opening: undefined, title: titleOf(session) });

/** Numeric columns: messages and cost. */
const RIGHT = [2, 3];

/** Formats sessions as a table. */
export const sessionLines = (sessions: readonly ListedSession[], withFolder: boolean): string =>
  columns(
    sessions.map((listed) => cells(listed, withFolder)),
    RIGHT,
  );

const cells = ({ session, depth }: ListedSession, withFolder: boolean): readonly string[] => {
  const { id, cwd, updatedAt, messages, cost, model, problem } = session;
  const folder = withFolder ? `${cwd ?? "?"}: ` : "";
  return [
    "  ".repeat(depth) + id,
    minute(updatedAt),
    messages === 1 ? "1 message" : `${messages} messages`,
    dollars(cost),
    escapeLine(model ?? ""),
    escapeLine(`${problem === undefined ? "" : "[damaged] "}${folder}${titleOf(session)}`),
  ];
};
