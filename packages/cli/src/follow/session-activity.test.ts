import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry } from "coxswain";
import { IDLE, withEntry } from "./session-activity.ts";

let seq = 0;
const entry = (type: string, fields: object): AnyEntry => ({ seq: seq++, id: `e${seq}`, parent: null, at: 0, type, ...fields }) as AnyEntry;

test("tracks a run from start to end, and a message from admission to delivery or cancellation", () => {
  const facts = [
    entry("run_start", { run: "one" }),
    entry("inbox_admit", { messageId: "a", run: "two" }),
    entry("inbox_admit", { messageId: "b", run: "three" }),
    entry("run_end", { run: "one", outcome: { kind: "done" } }),
    entry("run_start", { run: "two" }),
    entry("message", { id: "a", message: { role: "user", content: [] }, run: "two" }),
    entry("inbox_cancel", { messages: ["b"], reason: "closed" }),
    entry("run_end", { run: "two", outcome: { kind: "done" } }),
  ];
  const seen: unknown[] = [];
  facts.reduce((course, fact) => {
    const next = withEntry(course, fact);
    seen.push([next.active?.run, [...next.queued.keys()].join()]);
    return next;
  }, IDLE);
  assert.deepEqual(seen, [
    ["one", ""],
    ["one", "a"],
    ["one", "a,b"],
    [undefined, "a,b"],
    ["two", "a,b"],
    ["two", "b"],
    ["two", ""],
    [undefined, ""],
  ]);
});
