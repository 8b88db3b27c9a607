import type { Entry, Fold } from "../log/index.ts";
import type { ToolContext } from "../loop/index.ts";

/** One step of a todo list. */
export interface Todo {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** Records a new todo list, which replaces the previous one. */
export interface TodoEntry extends Entry {
  readonly type: "todo";
  readonly items: readonly Todo[];
}

/** Todo list on the active path. A fork and a rewind restore it; a new conversation starts without one. */
export const todoList: Fold<readonly Todo[]> = {
  name: "todos",
  initial: [],
  apply(state, entry) {
    if (entry.type === "reset") return todoList.initial;
    return isTodo(entry) ? entry.items : state;
  },
};

/** Formats the list for the section that a compaction preserves: a summary may lose a step. */
export const carriedTodos = (facts: ToolContext["facts"]): { readonly name: string; readonly text: string } | undefined => {
  const items = facts(todoList);
  if (items.length === 0) return undefined;
  const lines = items.map(({ content, status }) => `- ${status}: ${content}`);
  return { name: "todo", text: ["Your current to-do list:", ...lines].join("\n") };
};

/** Validates `items`: a log file may contain anything under this entry type. */
const isTodo = (entry: Entry): entry is TodoEntry => entry.type === "todo" && "items" in entry && Array.isArray(entry.items);
