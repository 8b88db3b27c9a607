import assert from "node:assert/strict";
import { test } from "node:test";
import type { Todo } from "coxswain/tools";
import { callLine } from "./call-line.ts";
import { todoLines, todosIn } from "./todo-lines.ts";

const todo = (content: string, status: Todo["status"] = "pending"): Todo => ({ content, status });

test("a list is a line a step, with a mark for how far each is", () => {
  const items = [todo("Read it", "completed"), todo("Mend it", "in_progress"), todo("Test it")];
  assert.deepEqual(todoLines(items, 80), ["  [x] Read it", "  [>] Mend it", "  [ ] Test it"]);
});

test("of a long list the steps around the one that is worked on are shown", () => {
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

test("T9: what a step says is escaped, and stays on its line", () => {
  assert.deepEqual(todoLines([todo("a\u001b[2J\nb")], 80), ["  [ ] a\\x1b[2J b"]);
  assert.deepEqual(todoLines([todo("a long step")], 12), ["  [ ] a lon…"]);
});

test("a call that changes the list says how far it is, and one that asks what is asked", () => {
  const call = (name: string, input: unknown) => callLine({ type: "tool_call", id: "1", name, input }, 80);
  const items = [todo("Read it", "completed"), todo("Mend it", "in_progress")];
  assert.equal(call("todo", { items }), "todo  1 of 2 done: Mend it");
  assert.equal(call("todo", { items: [] }), "todo  empty");
  assert.equal(call("todo", { items: "none" }), 'todo  {"items":"none"}');
  assert.equal(call("question", { questions: [{ question: "Which one?" }] }), "question  Which one?");
  assert.equal(call("question", { questions: [null] }), 'question  {"questions":[null]}');
});

test("a value of another form is no list", () => {
  for (const value of ["a", null, [null], [{ content: "a" }], [{ content: "a", status: "toString" }]])
    assert.equal(todosIn(value), undefined);
});
