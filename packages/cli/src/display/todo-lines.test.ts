import assert from "node:assert/strict";
import { test } from "node:test";
import type { Todo } from "coxswain/tools";
import { callLine } from "./call-line.ts";
import { todoLines, todosIn } from "./todo-lines.ts";

const todo = (content: string, status: Todo["status"] = "pending"): Todo => ({ content, status });

test("formats each step as a line with a mark for its status", () => {
  const items = [todo("Read it", "completed"), todo("Mend it", "in_progress"), todo("Test it")];
  assert.deepEqual(todoLines(items, 80), ["  [x] Read it", "  [>] Mend it", "  [ ] Test it"]);
});

test("shows the steps around the current one of a long list", () => {
  const items = Array.from({ length: 20 }, (_, at) => todo(`Step ${at + 1}`, at < 9 ? "completed" : "pending"));
  const lines = todoLines(items, 80);
  assert.deepEqual(
    [lines[0], lines[1], lines[3], lines.at(-2), lines.at(-1), lines.length],
    ["  … 7 earlier", "  [x] Step 8", "  [ ] Step 10", "  [ ] Step 15", "  … 5 more", 10],
  );
  const done = todoLines(
    items.map(({ content }) => todo(content, "completed")),
    80,
  );
  assert.deepEqual([done[0], done.at(-1)], ["  … 12 earlier", "  [x] Step 20"]);
});

test("T9: escapes a step and keeps it on its line", () => {
  assert.deepEqual(todoLines([todo("a\u001b[2J\nb")], 80), ["  [ ] a\\x1b[2J b"]);
  assert.deepEqual(todoLines([todo("a long step")], 12), ["  [ ] a lon…"]);
});

test("shows the progress in a call that changes the list, and the question in a call that asks", () => {
  const call = (name: string, input: unknown) => callLine({ type: "tool_call", id: "1", name, input }, 80);
  const items = [todo("Read it", "completed"), todo("Mend it", "in_progress")];
  assert.equal(call("todo", { items }), "todo  1 of 2 done: Mend it");
  assert.equal(call("todo", { items: [] }), "todo  empty");
  assert.equal(call("todo", { items: "none" }), 'todo  {"items":"none"}');
  assert.equal(call("question", { questions: [{ question: "Which one?" }] }), "question  Which one?");
  assert.equal(call("question", { questions: [null] }), 'question  {"questions":[null]}');
});

test("rejects a value that is not a list of steps", () => {
  for (const value of ["a", null, [null], [{ content: "a" }], [{ content: "a", status: "toString" }]])
    assert.equal(todosIn(value), undefined);
});
