import assert from "node:assert/strict";
import { test } from "node:test";
import { callSubject } from "./call-subject.ts";

test("a call is described by its command, else its path, pattern or another such argument", () => {
  assert.equal(callSubject("bash", { timeout: 5, command: "npm test" }), "npm test");
  assert.equal(callSubject("grep", { pattern: "x", path: "src" }), "src");
  assert.equal(callSubject("other", { a: 1 }), undefined);
  assert.equal(callSubject("other", "not an object"), undefined);
  assert.equal(callSubject("other", null), undefined);
});

test("a call of the to-do list is described by its progress, and one of a task by its agent and description", () => {
  const items = [
    { content: "Read it", status: "completed" },
    { content: "Fix it", status: "in_progress" },
  ];
  assert.equal(callSubject("todo", { items }), "1 of 2 done: Fix it");
  assert.equal(callSubject("todo", { items: [] }), "empty");
  for (const wrong of ["a", [null], [{ content: "a" }], [{ content: "a", status: "toString" }]])
    assert.equal(callSubject("todo", { items: wrong }), undefined);
  assert.equal(callSubject("task", { agent: "explore", description: "Find it", prompt: "Where?" }), "explore: Find it");
  assert.equal(callSubject("task", { description: "Find it" }), "Find it");
  assert.equal(callSubject("question", { questions: [{ question: "Which one?" }] }), "Which one?");
  assert.equal(callSubject("question", { questions: [null] }), undefined);
});
