import assert from "node:assert/strict";
import { test } from "node:test";
import { isStandardSchema } from "../loop/index.ts";
import type { Entry } from "../log/index.ts";
import { toolbox } from "./tool-context.fixture.ts";
import { preservedTodos, todoTool } from "./todo.ts";
const problemsOf = async (items: unknown): Promise<readonly string[]> => {
  const { inputSchema } = todoTool();
  assert.ok(isStandardSchema(inputSchema));
  const judged = await inputSchema["~standard"].validate({ items });
  return judged.issues?.map(({ message }) => message) ?? [];
};

test("logs a todo list and reports the progress", async (t) => {
  const { todo, entries } = await toolbox(t);
  const items = [
    { content: "Read it", status: "completed" },
    { content: " Fix it ", status: "in_progress" },
    { content: "Test it", status: "pending" },
  ];
  const { text, details } = await todo({ items });
  assert.equal(text, "Saved: 1 of 3 completed; in progress: Fix it");
  const stored = items.map(({ content, status }) => ({ content: content.trim(), status }));
  assert.deepEqual(details, { items: stored });
  assert.deepEqual(
    entries().map((entry) => ("items" in entry ? entry.items : entry.type)),
    [stored],
  );
});

test("does not log an unchanged list, and an empty list clears it", async (t) => {
  const { todo, entries } = await toolbox(t);
  const items = [{ content: "Read it", status: "pending" }];
  await todo({ items });
  assert.equal((await todo({ items })).text, "Saved: 0 of 1 completed; no step is in progress.");
  assert.equal(entries().length, 1);
  assert.equal((await todo({ items: [] })).text, "The list is empty.");
  assert.equal(entries().length, 2);
});

test("accepts more than one step in progress, with advice", async (t) => {
  const { todo } = await toolbox(t);
  const items = ["a", "b"].map((content) => ({ content, status: "in_progress" }));
  assert.equal((await todo({ items })).text, "Saved: 0 of 2 completed. 2 steps are in progress: have only one at a time.");
});

test("P15: reports the invalid entry of a list", async (t) => {
  assert.deepEqual(await problemsOf("Read it"), ["must be an array"]);
  assert.deepEqual(
    await problemsOf([
      { content: "a", status: "pending" },
      { content: 1, status: "done" },
    ]),
    ["item 2: content must be a string; status must be one of pending, in_progress, completed"],
  );
  assert.deepEqual(await problemsOf(Array.from({ length: 51 }, () => ({ content: "a", status: "pending" }))), [
    "must have 0 to 50 items, not 51",
  ]);
  assert.deepEqual(await problemsOf([{ content: "a".repeat(501), status: "pending" }]), [
    "item 1: content must have at most 500 characters",
  ]);
  const { todo } = await toolbox(t);
  await assert.rejects(todo({ items: [{ content: " ", status: "pending" }] }), { code: "tool_error" });
});

test("accepts a list that a model sends as a JSON string", async () => {
  assert.deepEqual(await problemsOf('[{"content":"a","status":"pending"}]'), []);
});

test("decision 7: a compaction preserves the list word for word if there is one", () => {
  const carried = (items: unknown) => {
    const entry: Entry & { readonly items: unknown } = { id: "a", parent: null, seq: 0, at: 0, type: "todo", items };
    return preservedTodos((fold) => fold.apply(fold.initial, entry));
  };
  const text = "Your current to-do list:\n- completed: Read it\n- pending: Fix it";
  const items = [
    { content: "Read it", status: "completed" },
    { content: "Fix it", status: "pending" },
  ];
  assert.deepEqual(carried(items), { name: "todo", text });
  assert.equal(carried([]), undefined);
  assert.equal(carried("a file may hold anything"), undefined);
});
