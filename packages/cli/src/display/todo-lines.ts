import type { Todo } from "coxswain/tools";
import { escapeLine } from "../output/index.ts";
import { truncateLine } from "./truncate-line.ts";

/** Steps that are shown; of a longer list, those around the one that is worked on. */
const SHOWN = 8;

const MARKS: Readonly<Record<Todo["status"], string>> = { completed: "[x]", in_progress: "[>]", pending: "[ ]" };

/** How far a list is, on one line. */
export const todoSummary = (items: readonly Todo[]): string => {
  if (items.length === 0) return "empty";
  const completed = items.filter(({ status }) => status === "completed").length;
  const now = items.find(({ status }) => status === "in_progress");
  return `${completed} of ${items.length} done${now === undefined ? "" : `: ${now.content}`}`;
};

/** A list for people, each step on one line of at most so many characters, fit for a terminal. */
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

/** The steps in a value of unknown form; undefined when it is no list of steps. */
export const todosIn = (value: unknown): readonly Todo[] | undefined => (Array.isArray(value) && value.every(isTodo) ? value : undefined);

const isTodo = (value: unknown): value is Todo => {
  const { content, status } = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<keyof Todo, unknown>>;
  return typeof content === "string" && typeof status === "string" && Object.hasOwn(MARKS, status);
};
