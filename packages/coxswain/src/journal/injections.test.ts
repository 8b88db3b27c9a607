import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { injections } from "./injections.ts";

const told = (source?: string): object => ({
  type: "message",
  run: "r",
  message: { role: "user", content: [{ type: "text", text: "a" }], ...(source === undefined ? {} : { source }) },
});

const after = (...facts: readonly object[]): number | undefined =>
  facts.map((fact) => fact as Entry).reduce((state, entry) => injections.apply(state, entry), injections.initial).counts["plugin:a"];

test("what a plugin has added counts until a person begins a run: one that tells of a task is begun by nobody", () => {
  const added = { type: "inject", source: "plugin:a", role: "user" };
  assert.equal(after(added, { type: "run_start" }, told("task:t1")), 1);
  assert.equal(after(added, { type: "run_start" }, told("task:t1"), told()), undefined);
});
