import { dollars } from "coxswain/providers";
import { type IndexedSession } from "coxswain/store";
import { columns, escapeLine } from "../output/index.ts";
import { minute } from "../time/index.ts";
import type { ListedSession } from "./with-agents.ts";

/** Characters of a title that is only the beginning of a message. */
const TITLE = 100;

/** A session's title, else the beginning of what was said first. */
export const titleOf = ({ title, opening = "" }: IndexedSession): string => title ?? opening.slice(0, TITLE).trimEnd();

/** A session as an object of JSON. */
export const sessionObject = (session: IndexedSession) => ({ ...session, opening: undefined, title: titleOf(session) });

/** Columns of figures: messages and cost. */
const RIGHT = [2, 3];

/** Sessions as a list for people. */
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
