import assert from "node:assert/strict";
import { test } from "node:test";
import { isValidEntry } from "../journal/index.ts";
import { entry } from "./entry.fixture.ts";
import { noteOf } from "./note-of.ts";

test("a change of the session's budget is described in a sentence", () => {
  assert.equal(
    noteOf(entry({ type: "budget_change", budget: { usd: 2.5, tokens: 0, turns: 9 } })),
    "From here on the session may spend: usd 2.5, turns 9.",
  );
  assert.equal(noteOf(entry({ type: "budget_change", budget: {} })), "From here on the session may spend: no limits.");
});

test("an untrusted budget is validated, and an invalid one is skipped", () => {
  assert.ok(isValidEntry(entry({ type: "budget_change", budget: { usd: 2.5 } })));
  assert.ok(isValidEntry(entry({ type: "setup", setup: { model: "a/b", budget: { turns: 3 } } })));
  for (const budget of [null, [], "5", { usd: "5" }, { turns: 1.5 }, { what: 1 }]) {
    assert.ok(!isValidEntry(entry({ type: "budget_change", budget })), JSON.stringify(budget));
  }
  assert.ok(!isValidEntry(entry({ type: "setup", setup: { model: "a/b", budget: { usd: -1 } } })));
});

test("a background task is described at its start and at its end", () => {
  const begun = { type: "task_start", task: "t1", agent: "a", name: "explore", description: "Find it" };
  assert.equal(noteOf(entry(begun)), "The task t1 begins in the background (explore: Find it).");
  assert.equal(noteOf(entry({ type: "task_end", task: "t1", ending: "done", text: "Found." })), "The task t1 ended: done.");
  assert.ok(isValidEntry(entry(begun)));
  for (const half of [
    { type: "task_start", task: "t1" },
    { type: "task_end", task: "t1", ending: "done" },
  ]) {
    assert.ok(!isValidEntry(entry(half)), JSON.stringify(half));
  }
});

test("a job is described at its start, with its command, and at its end", () => {
  const begun = { type: "job_start", job: "j1", command: "npm run dev", cwd: "/work" };
  assert.equal(noteOf(entry(begun)), "The job j1 begins in the background: npm run dev");
  assert.equal(noteOf(entry({ type: "job_end", job: "j1", ending: "stopped", text: "" })), "The job j1 ended: stopped.");
  assert.ok(isValidEntry(entry(begun)));
  for (const half of [
    { type: "job_start", job: "j1" },
    { type: "job_end", job: "j1", ending: "done" },
  ]) {
    assert.ok(!isValidEntry(entry(half)), JSON.stringify(half));
  }
});

test("an agent's work is described with its name, its session and its result", () => {
  const at = { seq: 0, id: "e0", parent: null, at: 0 };
  const notes = [
    { type: "agent_start", agent: "a1", name: "mate" },
    { type: "agent_start", agent: "a2" },
    { type: "agent_end", agent: "a1", outcome: { kind: "done" } },
    { type: "agent_end", agent: "a2" },
  ].map((fact) => noteOf({ ...at, ...fact }));
  assert.deepEqual(notes, [
    "An agent (mate) begins to work; its session is a1.",
    "An agent begins to work; its session is a2.",
    "The agent a1 ended: done.",
    "The agent a2 ended.",
  ]);
});
