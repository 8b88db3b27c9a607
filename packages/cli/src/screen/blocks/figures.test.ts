import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE } from "coxswain/providers";
import type { RunBlock } from "coxswain/view";
import { formatAge, runFigures } from "./figures.ts";

test("a run has no figure of turns or tokens that are not known", () => {
  const run: RunBlock = {
    kind: "run",
    id: "r",
    at: 0,
    settled: true,
    outcome: { kind: "aborted" },
    endedAt: 900,
    turns: 0,
    toolCalls: 0,
    usage: NO_USAGE,
    cost: 0,
  };
  assert.deepEqual(runFigures(run), ["0.9 s"]);
  assert.deepEqual(runFigures({ ...run, checks: "npm \u001b[2J passed" }), ["0.9 s", "npm \\x1b[2J passed"]);
  assert.deepEqual(runFigures({ ...run, turns: 1, usage: { ...NO_USAGE, output: 12 } }), ["0.9 s", "1 turn", "12 tokens"]);
});

test("an age has one unit", () => {
  const minute = 60_000;
  const ages = [-5, 59_999, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute, 400 * 24 * 60 * minute];
  assert.deepEqual(ages.map(formatAge), ["now", "now", "1 min", "59 min", "1 h", "47 h", "2 d", "400 d"]);
});
