import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { injections } from "./injections.ts";

const user = (source?: string): object => ({
  type: "message",
  run: "r",
  message: { role: "user", content: [{ type: "text", text: "a" }], ...(source === undefined ? {} : { source }) },
});

const after = (...entries: readonly object[]): number | undefined =>
  entries.map((fact) => fact as Entry).reduce((state, entry) => injections.apply(state, entry), injections.initial).counts["plugin:a"];

test("counts an extension's messages until the user starts a run; a run for a task's notice does not reset the count", () => {
  const added = { type: "inject", source: "plugin:a", role: "user" };
  assert.equal(after(added, { type: "run_start" }, user("task:t1")), 1);
  assert.equal(after(added, { type: "run_start" }, user("task:t1"), user()), undefined);
});
