import type { Entry, Fold } from "../log/index.ts";
import type { ToolContext } from "../loop/index.ts";

/** A step of what is to be done. */
export interface Todo {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** The model made a list of what is to be done, or another one in its place. */
export interface TodoEntry extends Entry {
  readonly type: "todo";
  readonly items: readonly Todo[];
}

/** The list as the active path has it: a fork and a way back take it along. A conversation that begins anew has none. */
export const todoList: Fold<readonly Todo[]> = {
  name: "todos",
  initial: [],
  apply(state, entry) {
    if (entry.type === "reset") return todoList.initial;
    return isTodo(entry) ? entry.items : state;
  },
};

/** The list as a compaction carries it: a summary may lose a step. */
export const carriedTodos = (facts: ToolContext["facts"]): { readonly name: string; readonly text: string } | undefined => {
  const items = facts(todoList);
  if (items.length === 0) return undefined;
  const lines = items.map(({ content, status }) => `- ${status}: ${content}`);
  return { name: "todo", text: ["Your to-do list as it stands:", ...lines].join("\n") };
};

/** A file may hold anything under this name. */
const isTodo = (entry: Entry): entry is TodoEntry => entry.type === "todo" && "items" in entry && Array.isArray(entry.items);
