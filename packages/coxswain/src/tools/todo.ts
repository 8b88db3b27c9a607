import { defineTool, textResult, ToolError, type ToolContext } from "../loop/index.ts";
import { enumField, listField, stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import type { Entry, Fold } from "../log/index.ts";
const limits = LIMITS.todo;

const DESCRIPTION = `Saves your to-do list, which the user sees. Pass the whole list each time, at most ${limits.items} steps of at most ${limits.content} characters; \
an empty list clears it. Use it for tasks of three or more steps, not for smaller ones. Have one step in progress at a time, and mark it completed as soon as it is done, \
before you start the next. The list is preserved when the conversation is compacted or resumed.`;

const schema = toolInput({
  items: listField("All steps, in order.", {
    max: limits.items,
    fields: {
      content: stringField("The task of this step.", { max: limits.content }),
      status: enumField("Status of the step.", ["pending", "in_progress", "completed"]),
    },
  }),
});

/** Stores the model's todo list. */
export const todoTool = () =>
  defineTool({
    name: "todo",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    replay: "safe",
    requiredState: [todoList],
    preserveOnCompaction: preservedTodos,
    async execute({ items: newItems }, context) {
      const items = newItems.map(({ content, status }): Todo => ({ content: content.trim(), status }));
      if (items.some(({ content }) => content === "")) throw new ToolError("A step is empty. Describe the task in each.");
      if (!isSame(items, context.facts(todoList))) await context.record<TodoEntry>({ type: "todo", items });
      return textResult(summaryOf(items), { items });
    },
  });

const isSame = (one: readonly Todo[], other: readonly Todo[]): boolean => JSON.stringify(one) === JSON.stringify(other);

const summaryOf = (items: readonly Todo[]): string => {
  if (items.length === 0) return "The list is empty.";
  const now = items.filter(({ status }) => status === "in_progress");
  const completed = items.filter(({ status }) => status === "completed").length;
  const done = `${completed} of ${items.length} completed`;
  if (now.length > 1) return `Saved: ${done}. ${now.length} steps are in progress: have only one at a time.`;
  if (now[0] !== undefined) return `Saved: ${done}; in progress: ${now[0].content}`;
  return completed === items.length ? `Saved: ${done}.` : `Saved: ${done}; no step is in progress.`;
};

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
export const preservedTodos = (facts: ToolContext["facts"]): { readonly name: string; readonly text: string } | undefined => {
  const items = facts(todoList);
  if (items.length === 0) return undefined;
  const lines = items.map(({ content, status }) => `- ${status}: ${content}`);
  return { name: "todo", text: ["Your current to-do list:", ...lines].join("\n") };
};

/** Validates `items`: a log file may contain anything under this entry type. */
const isTodo = (entry: Entry): entry is TodoEntry => entry.type === "todo" && "items" in entry && Array.isArray(entry.items);
