import assert from "node:assert/strict";
import { test } from "node:test";
import { INTERVAL, progressLines } from "./progress-lines.ts";
import { manualTimers } from "./stub-server.fixture.ts";

test("passes on the first line at once, then the latest of each interval, and the last at the end", () => {
  const { timers, advance } = manualTimers();
  const shown: string[] = [];
  const lines = progressLines((line) => shown.push(line), timers);
  for (const line of ["1", "2", "3"]) lines.push(line);
  assert.deepEqual(shown, ["1"]);
  advance(INTERVAL);
  assert.deepEqual(shown, ["1", "3"]);
  lines.push("4");
  assert.deepEqual(shown, ["1", "3"]);
  lines.end();
  advance(INTERVAL);
  assert.deepEqual(shown, ["1", "3", "4"]);
});

test("passes on a line at once after an interval without one", () => {
  const { timers, advance } = manualTimers();
  const shown: string[] = [];
  const lines = progressLines((line) => shown.push(line), timers);
  lines.push("1");
  advance(INTERVAL);
  lines.push("2");
  assert.deepEqual(shown, ["1", "2"]);
  lines.end();
  assert.deepEqual(shown, ["1", "2"]);
});
