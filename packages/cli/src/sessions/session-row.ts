import { isMessage, type SessionReading, type StoredSession, textOf } from "coxswain";
import { escapeLine } from "../output/index.ts";

/** A session as a list shows it. */
export interface SessionRow extends StoredSession {
  /** Its title, else the beginning of what was said first. */
  readonly title: string;
  readonly messages: number;
  readonly model: string;
  /** USD, best effort. */
  readonly cost: number;
}

export const sessionRow = (stored: StoredSession, { state, entries }: SessionReading): SessionRow => {
  const first = entries.find((entry) => isMessage(entry) && entry.message.role === "user");
  const said = first !== undefined && isMessage(first) ? textOf(first.message) : "";
  return { ...stored, title: state.title ?? said.trim().slice(0, TITLE), messages: state.messages, model: state.model, cost: state.cost };
};

/** Characters of a title that is only the beginning of a message. */
const TITLE = 100;

export const rowLine = ({ id, cwd, updatedAt, title, messages }: SessionRow, withFolder: boolean): string =>
  [id, minute(updatedAt), `${messages} messages`.padStart(12), escapeLine(withFolder ? `${cwd}: ${title}` : title)].join("  ");

/** Local time to the minute, as `2026-11-21 12:30`. */
export const minute = (at: number): string => {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
};
