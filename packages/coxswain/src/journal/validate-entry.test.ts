import assert from "node:assert/strict";
import { test } from "node:test";
import { entry } from "../transfer/entry.fixture.ts";
import { isValidEntry } from "./validate-entry.ts";

test("`typed` of a user message must be a string", () => {
  const message = (typed: unknown) => entry({ type: "message", message: { role: "user", content: [{ type: "text", text: "a" }], typed } });
  assert.deepEqual(["/skill:pdf", undefined, 7, null, {}].map(message).map(isValidEntry), [true, true, false, false, false]);
});

test("`skill_use` requires a name and a path", () => {
  assert.ok(isValidEntry(entry({ type: "skill_use", name: "pdf", path: "/SKILL.md" })));
  assert.ok(!isValidEntry(entry({ type: "skill_use", name: "pdf" })));
});

test("items of `todo` require content and status", () => {
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
