import type { TodosBlock } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import type { BlockOptions } from "./block-options.ts";
import { fit } from "./rows.ts";

type Items = TodosBlock["items"];

const MARKS = { completed: "✓", in_progress: "▸", pending: "○" } as const;
/** Items of a folded list, and how many of them come before those that are not done. */
const FOLDED = { items: 8, done: 2 } as const;

/** Renders a to-do list: of a long one the part around the current step. */
export const todoRows = ({ items }: TodosBlock, { width, theme, expanded }: BlockOptions): readonly string[] => {
  const { before, shown, after } = expanded ? { before: 0, shown: items, after: 0 } : currentPart(items);
  const row = ({ content, status }: Items[number]): string => {
    const text = fit(`  ${MARKS[status]} ${escapeLine(content)}`, width);
    return status === "completed" ? theme.dim(text) : status === "in_progress" ? theme.strong(text) : text;
  };
  const note = (count: number, kind: string): readonly string[] => (count === 0 ? [] : [theme.dim(fit(`  … ${count} ${kind}`, width))]);
  return [...note(before, "before"), ...shown.map(row), ...note(after, "more")];
};

const currentPart = (items: Items): { readonly before: number; readonly shown: Items; readonly after: number } => {
  if (items.length <= FOLDED.items + 1) return { before: 0, shown: items, after: 0 };
  const open = items.findIndex(({ status }) => status !== "completed");
  const current = open < 0 ? items.length : open;
  const first = Math.max(0, Math.min(current - FOLDED.done, items.length - FOLDED.items));
  const shown = items.slice(first, first + FOLDED.items);
  return { before: first, shown, after: items.length - first - shown.length };
};
