import assert from "node:assert/strict";
import { test } from "node:test";
import { entry } from "../transfer/entry.fixture.ts";
import { isValidEntry } from "./is-sound.ts";

test("what a person wrote is a text, where it is kept beside what it was expanded to", () => {
  const message = (typed: unknown) => entry({ type: "message", message: { role: "user", content: [{ type: "text", text: "a" }], typed } });
  assert.deepEqual(["/skill:pdf", undefined, 7, null, {}].map(message).map(isValidEntry), [true, true, false, false, false]);
});

test("the use of a skill says which one, and where it is", () => {
  assert.ok(isValidEntry(entry({ type: "skill_use", name: "pdf", path: "/SKILL.md" })));
  assert.ok(!isValidEntry(entry({ type: "skill_use", name: "pdf" })));
});

test("a to-do list has steps that say what, and how far they are", () => {
  const list = (items: unknown) => isValidEntry(entry({ type: "todo", items }));
  assert.deepEqual([[], [{ content: "a", status: "pending" }], [{ content: "a" }], [null], "a", undefined].map(list), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
