import { dollars } from "coxswain/providers";
import { escapeLine } from "../output/index.ts";
import { blockRows, fit, formatAge, type Theme } from "../screen/index.ts";
import { titleOf } from "../sessions/index.ts";
import type { BoardSession, BoardState } from "./board-session.ts";

export interface BoardRowsOptions {
  readonly sessions: readonly BoardSession[];
  /** Index of the selected session. */
  readonly selected: number;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Rows of the list, before the preview of the selected session gets the others. */
const LIST_SHARE = 0.6;
/** Below this many rows there is no preview. */
const LOW = 10;

/** Renders the list of sessions, with a preview of the selected one below it where there is room. */
export const boardRows = ({ sessions, selected, width, height, theme, now }: BoardRowsOptions): readonly string[] => {
  if (sessions.length === 0) return [theme.dim(fit("  No sessions yet. n starts one.", width))];
  const most = Math.max(1, height < LOW ? height : Math.floor(height * LIST_SHARE));
  const from = Math.max(0, Math.min(selected - Math.floor(most / 2), sessions.length - most));
  const list = sessions.slice(from, from + most).map((session, at) => {
    const row = sessionRow(session, width, theme, now);
    return from + at === selected ? theme.selected(row) : row;
  });
  const session = sessions[selected];
  const room = height - list.length - 1;
  if (height < LOW || session === undefined || room < 2) return list;
  return [...list, "", ...previewRows(session, width, room, theme, now)];
};

/** Marks and names of the states, in the order of the list. */
export const BOARD_STATES: Readonly<Record<BoardState, { readonly mark: string; readonly name: string }>> = {
  waiting: { mark: "?", name: "waiting for an answer" },
  running: { mark: "●", name: "running" },
  idle: { mark: "○", name: "open" },
  interrupted: { mark: "–", name: "interrupted" },
  failed: { mark: "✗", name: "failed" },
  done: { mark: "✓", name: "done" },
};

const sessionRow = ({ session, state }: BoardSession, width: number, theme: Theme, now: number): string => {
  const { mark, name } = BOARD_STATES[state];
  const style = STYLES[state](theme);
  const folder = session.cwd?.split("/").at(-1) ?? "?";
  const facts = [
    ...(state === "done" ? [] : [name]),
    folder,
    ageText(now - session.updatedAt),
    ...(session.cost === 0 ? [] : [dollars(session.cost)]),
    ...(session.problem === undefined ? [] : ["damaged"]),
  ];
  return fit(`${style(mark)} ${escapeLine(titleOf(session)) || "(no title)"}  ${theme.dim(escapeLine(facts.join(" · ")))}`, width);
};

const ageText = (ms: number): string => {
  const age = formatAge(ms);
  return age === "now" ? age : `${age} ago`;
};

const STYLES: Readonly<Record<BoardState, (theme: Theme) => (row: string) => string>> = {
  waiting: ({ warning }) => warning,
  running: ({ accent }) => accent,
  idle: ({ dim }) => dim,
  interrupted: ({ warning }) => warning,
  failed: ({ error }) => error,
  done: ({ success }) => success,
};

const previewRows = (
  { session, blocks, question, task }: BoardSession,
  width: number,
  height: number,
  theme: Theme,
  now: number,
): readonly string[] => {
  const title = fit(theme.strong(escapeLine(`${session.cwd ?? ""} · ${session.model ?? ""} · ${session.id}`)), width);
  const who = task === undefined ? "" : `${escapeLine(task)}: `;
  const asked = question === undefined ? [] : [theme.warning(fit(`? ${who}${textOf(question)}`, width))];
  const rows = blocks.flatMap((block) => blockRows(block, { width, theme, expanded: false, now }));
  const last = height - 1 - asked.length;
  return [title, ...(last > 0 ? rows.slice(-last) : []), ...asked].slice(0, height);
};

const textOf = (question: NonNullable<BoardSession["question"]>): string =>
  escapeLine(question.type === "question_ask" ? question.question : `${question.tool}: ${question.requests[0]?.subject ?? ""}`);
