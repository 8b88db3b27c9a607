import assert from "node:assert/strict";
import { test } from "node:test";
import { mailboxPrompt, parseMailboxPrompt, parseMailboxAnswer } from "./mailbox-content.ts";

test("a prompt carries the budget of its run", () => {
  const sent = mailboxPrompt("go", { maxTurns: 3, budget: { usd: 0.5, seconds: 60 } });
  assert.deepEqual(parseMailboxPrompt(JSON.parse(JSON.stringify(sent))), sent);
});

test("rejects an invalid budget", () => {
  for (const budget of [null, "5", { usd: "5" }, { usd: -1 }, { what: 1 }]) {
    const parts = [{ type: "text", text: "go" }];
    assert.deepEqual(parseMailboxPrompt({ parts, options: { budget } }), { parts, options: {} });
  }
});

test("a prompt carries the output format of its answer, and an invalid one is rejected", () => {
  const sent = mailboxPrompt("go", { output: { schema: { type: "array" }, repairs: 1 } });
  assert.deepEqual(parseMailboxPrompt(JSON.parse(JSON.stringify(sent))), sent);
  const parts = [{ type: "text", text: "go" }];
  for (const output of [null, "{}", {}, { schema: [] }, { schema: { type: "strnig" } }]) {
    assert.deepEqual(parseMailboxPrompt({ parts, options: { output } }), { parts, options: {} });
  }
});

test("reads every valid answer unchanged", () => {
  const answers: readonly object[] = [
    { kind: "once" },
    { kind: "session" },
    { kind: "project", rules: [] },
    { kind: "always", rules: ["bash(npm test $)"] },
    { kind: "deny" },
    { kind: "deny", reason: "not now" },
    { kind: "answers", answers: [] },
    { kind: "answers", answers: ["SQLite", "my own words"] },
  ];
  for (const answer of answers) assert.deepEqual(parseMailboxAnswer({ question: "q", answer }), { question: "q", answer });
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
    { question: "q", answer: { kind: "answers" } },
    { question: "q", answer: { kind: "answers", answers: "SQLite" } },
    { question: "q", answer: { kind: "answers", answers: [7] } },
    { question: "q", answer: { kind: "answers", answers: [], rules: ["bash"] } },
    { question: "q", answer: { kind: "once", answers: ["SQLite"] } },
    { question: "q", answer: { kind: "once" }, more: true },
    { parts: [{ type: "text", text: "say" }] },
    JSON.parse('{"question":"q","answer":{"kind":"once","__proto__":{"kind":"always"}}}'),
  ];
  for (const content of contents) assert.equal(parseMailboxAnswer(content), undefined, JSON.stringify(content));
});

test("a prompt that is not to be expanded is not expanded by the owner either", () => {
  assert.equal(parseMailboxPrompt(mailboxPrompt("@files:x", {}, { expand: false }))?.expand, false);
  assert.equal(parseMailboxPrompt(mailboxPrompt("@files:x", {}))?.expand, undefined);
});
