import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompactionEntry, TaskInfo } from "coxswain/session";
import { compactionObjects, taskObject } from "./system-objects.ts";

const entry = { summaryTokens: 900 } as CompactionEntry;
const end = { type: "compaction_end", reason: "threshold", entry, tokensBefore: 160_000, tokensAfter: 24_000 } as const;

test("emits compaction status and boundary in stream-json", () => {
  const at = { seq: 1, at: 1, sessionId: "s", agent: { id: "s", depth: 0 } };
  assert.deepEqual(compactionObjects({ ...at, type: "compaction_start", reason: "threshold", tokens: 160_000 }), [
    { type: "system", subtype: "status", status: "compacting" },
  ]);
  assert.deepEqual(compactionObjects({ ...at, ...end }), [
    { type: "system", subtype: "status", status: null },
    { type: "system", subtype: "compact_boundary", compact_metadata: { trigger: "auto", pre_tokens: 160_000, post_tokens: 24_000 } },
  ]);
  assert.deepEqual(compactionObjects({ ...at, type: "compaction_end", reason: "manual", aborted: true }), [
    { type: "system", subtype: "status", status: null },
  ]);
});

const task = (more: Partial<TaskInfo> = {}): TaskInfo => ({
  id: "t1",
  agent: "a",
  name: "explore",
  description: "Find it",
  state: "running",
  begunAt: 0,
  ...more,
});

test("emits the start, waiting and end of a task in stream-json", () => {
  const emitted = (more: Partial<TaskInfo>): readonly unknown[] => {
    const { subtype, task_id, status } = taskObject(task(more)) as Readonly<Record<string, unknown>>;
    return [subtype, task_id, status];
  };
  assert.deepEqual(emitted({}), ["task_started", "t1", "running"]);
  assert.deepEqual(emitted({ state: "blocked" }), ["task_progress", "t1", "blocked"]);
  assert.deepEqual(emitted({ state: "done", ending: "done" }), ["task_notification", "t1", "completed"]);
  assert.deepEqual(emitted({ state: "done", ending: "aborted" }), ["task_notification", "t1", "stopped"]);
});
