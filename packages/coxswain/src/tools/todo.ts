import { defineTool, textResult, ToolError } from "../loop/index.ts";
import { choice, list, text, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { carriedTodos, type Todo, type TodoEntry, todoList } from "./todo-list.ts";

const limits = LIMITS.todo;

const DESCRIPTION = `Keeps your to-do list, which the person sees: give the whole list each time, of at most ${limits.items} steps of at most ${limits.content} characters; \
an empty one clears it. Use it for work of three or more steps, and not for less. Have one step in progress at a time, and mark it completed as soon as it is done, \
before you begin the next. The list lasts when the conversation is compacted or goes on another day.`;

const schema = toolInput({
  items: list("All steps, in their order.", {
    max: limits.items,
    fields: {
      content: text("What is to be done.", { max: limits.content }),
      status: choice("How far it is.", ["pending", "in_progress", "completed"]),
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
    preserveOnCompaction: carriedTodos,
    async execute({ items: given }, context) {
      const items = given.map(({ content, status }): Todo => ({ content: content.trim(), status }));
      if (items.some(({ content }) => content === "")) throw new ToolError("A step says nothing. Say what is to be done in each.");
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
  if (now.length > 1) return `Kept: ${done}. ${now.length} steps are in progress: have one at a time.`;
  if (now[0] !== undefined) return `Kept: ${done}; in progress: ${now[0].content}`;
  return completed === items.length ? `Kept: ${done}.` : `Kept: ${done}, and none is in progress.`;
};
