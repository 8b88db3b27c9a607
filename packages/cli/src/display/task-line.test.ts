import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaskInfo } from "coxswain/session";
import { taskObject } from "../stream-json/index.ts";
import { taskLine } from "./task-line.ts";

const task = (more: Partial<TaskInfo> = {}): TaskInfo => ({
  id: "t1",
  agent: "a",
  name: "explore",
  description: "Find\u001b[2J it",
  state: "running",
  begunAt: 0,
  ...more,
});

test("formats the state of a task as one escaped line", () => {
  assert.equal(taskLine(task()), "Task t1 (explore: Find\\x1b[2J it) is running in the background");
  assert.equal(taskLine(task({ state: "blocked" })), "Task t1 (explore: Find\\x1b[2J it) is waiting for an answer");
  assert.equal(taskLine(task({ state: "done", ending: "failed" })), "Task t1 (explore: Find\\x1b[2J it) failed");
  assert.match(taskLine(task({ worktree: { path: "/w", branch: "b" } })), / is running in the background in \/w$/);
});

test("emits the start, waiting and end of a task in stream-json", () => {
  const told = (more: Partial<TaskInfo>): readonly unknown[] => {
    const { subtype, task_id, status } = taskObject(task(more)) as Readonly<Record<string, unknown>>;
    return [subtype, task_id, status];
  };
  assert.deepEqual(told({}), ["task_started", "t1", "running"]);
  assert.deepEqual(told({ state: "blocked" }), ["task_progress", "t1", "blocked"]);
  assert.deepEqual(told({ state: "done", ending: "done" }), ["task_notification", "t1", "completed"]);
  assert.deepEqual(told({ state: "done", ending: "aborted" }), ["task_notification", "t1", "stopped"]);
});
