import type { Todo } from "coxswain/tools";
import { escapeLine } from "../output/index.ts";
import { truncateLine } from "./truncate-line.ts";

/** Maximum number of steps shown. A longer list shows those around the current step. */
const SHOWN = 8;

const MARKS: Readonly<Record<Todo["status"], string>> = { completed: "[x]", in_progress: "[>]", pending: "[ ]" };

/** Summarizes the progress of a list. */
export const todoSummary = (items: readonly Todo[]): string => {
  if (items.length === 0) return "empty";
  const completed = items.filter(({ status }) => status === "completed").length;
  const now = items.find(({ status }) => status === "in_progress");
  return `${completed} of ${items.length} done${now === undefined ? "" : `: ${now.content}`}`;
};

/** Formats a list for people: one line a step, of limited width, escaped for a terminal. */
export const todoLines = (items: readonly Todo[], columns: number): readonly string[] => {
  const open = items.findIndex(({ status }) => status !== "completed");
  const at = open < 0 ? items.length : open;
  const from = Math.max(0, Math.min(at - 2, items.length - SHOWN));
  const shown = items.slice(from, from + SHOWN);
  const after = items.length - from - shown.length;
  return [
    ...(from > 0 ? [`  … ${from} earlier`] : []),
    ...shown.map(({ content, status }) => truncateLine(`  ${MARKS[status]} ${escapeLine(content)}`, columns)),
    ...(after > 0 ? [`  … ${after} more`] : []),
  ];
};

/** Parses a value as a list of steps. Undefined when it is not one. */
export const todosIn = (value: unknown): readonly Todo[] | undefined => (Array.isArray(value) && value.every(isTodo) ? value : undefined);

const isTodo = (value: unknown): value is Todo => {
  const { content, status } = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<keyof Todo, unknown>>;
  return typeof content === "string" && typeof status === "string" && Object.hasOwn(MARKS, status);
};
