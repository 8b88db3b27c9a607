import assert from "node:assert/strict";
import { test } from "node:test";
import { readHandedAnswer } from "./handed-answer.ts";

test("reads every valid answer unchanged", () => {
  const answers: readonly object[] = [
    { kind: "once" },
    { kind: "session" },
    { kind: "project", rules: [] },
    { kind: "always", rules: ["bash(npm test $)"] },
    { kind: "deny" },
    { kind: "deny", reason: "not now" },
  ];
  for (const answer of answers) assert.deepEqual(readHandedAnswer({ question: "q", answer }), { question: "q", answer });
});

test("reads nothing that is not exactly an answer", () => {
  const contents: readonly unknown[] = [
    null,
    "once",
    [],
    {},
    { question: "q" },
    { question: 7, answer: { kind: "once" } },
    { question: "q", answer: "once" },
    { question: "q", answer: ["once"] },
    { question: "q", answer: {} },
    { question: "q", answer: { kind: "yes" } },
    { question: "q", answer: { kind: "unanswered", reason: "nobody" } },
    { question: "q", answer: { kind: "withdrawn" } },
    { question: "q", answer: { kind: "once", rules: ["bash"] } },
    { question: "q", answer: { kind: "session", rules: "bash" } },
    { question: "q", answer: { kind: "session", rules: [7] } },
    { question: "q", answer: { kind: "deny", reason: 7 } },
    { question: "q", answer: { kind: "once" }, more: true },
    { parts: [{ type: "text", text: "say" }] },
    JSON.parse('{"question":"q","answer":{"kind":"once","__proto__":{"kind":"always"}}}'),
  ];
  for (const content of contents) assert.equal(readHandedAnswer(content), undefined, JSON.stringify(content));
});
