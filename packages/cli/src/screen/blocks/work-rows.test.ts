import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { test } from "node:test";
import type { Block } from "coxswain/view";
import { colorlessTheme, paletteTheme } from "../themes/index.ts";
import { blockRows } from "./block-rows.ts";

const rows = (block: Block, width = 100): readonly string[] =>
  blockRows(block, { width, theme: colorlessTheme, expanded: false, now: 0 }).map(stripVTControlCharacters);

const usage = { input: 1000, output: 200, reasoning: 0, cacheRead: 0, cacheWrite: 0 };

const task = (end: object, at: number): Block => ({
  kind: "task",
  id: "b",
  at,
  settled: true,
  task: { id: "t1", agent: "a", name: "explore", description: "Find\u001b[2J it", state: "running", begunAt: 0, ...end },
  calls: 3,
  usage,
  cost: 0.25,
});

const job = (end: object, exitCode?: number | null): Block => ({
  kind: "job",
  id: "b",
  at: 65_000,
  settled: true,
  job: { id: "j1", command: "npm run\ndev", state: "running", begunAt: 0, ...end },
  ...(exitCode === undefined ? {} : { exitCode }),
});

test("shows the start of a background task, and its end with its time, tokens and cost", () => {
  assert.deepEqual(rows(task({}, 0)), ["· Task t1 (explore: Find\\x1b[2J it) is running in the background"]);
  assert.deepEqual(rows(task({ state: "done", ending: "failed" }, 65_000)), [
    "· Task t1 (explore: Find\\x1b[2J it) failed · 3 calls · 1 min 5 s · 1.2k tokens · $0.25",
  ]);
});

test("shows the start of a background command, and its end with the exit code of a failed one", () => {
  assert.deepEqual(rows(job({})), ["· Job j1 (npm run dev) is running in the background"]);
  assert.deepEqual(rows(job({ state: "ended", ending: "failed" }, 3)), ["· Job j1 (npm run dev) failed · exit code 3 · 1 min 5 s"]);
  assert.deepEqual(rows(job({ state: "ended", ending: "stopped" }, null)), ["· Job j1 (npm run dev) was stopped · 1 min 5 s"]);
});

test("wraps background work at 20 columns", () => {
  for (const block of [task({ state: "done", ending: "done" }, 1), job({ state: "ended", ending: "done" }, 0)])
    for (const row of rows(block, 20)) assert.ok(row.length <= 20 && row === row.trimEnd(), row);
});

test("background work that did not succeed is a warning", () => {
  const first = (block: Block): string | undefined => blockRows(block, { width: 80, theme: paletteTheme, expanded: false, now: 0 })[0];
  for (const block of [task({ state: "done", ending: "failed" }, 1), job({ state: "ended", ending: "timeout" }, null)])
    assert.ok(first(block)?.startsWith(paletteTheme.warning("· ").slice(0, 5)));
  for (const block of [task({}, 1), task({ state: "done", ending: "done" }, 1), job({ state: "ended", ending: "done" }, 0)])
    assert.ok(first(block)?.startsWith(paletteTheme.dim("· ").slice(0, 4)));
});
