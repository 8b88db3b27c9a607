import assert from "node:assert/strict";
import { test } from "node:test";
import { compactionPolicy } from "./compaction-options.ts";

test("nothing said is advice at 80 percent, and no compaction by itself", () => {
  assert.deepEqual(compactionPolicy(), { auto: "advisory", advisePercent: 80, aboveTokens: 0 });
});

test("S4-54: 1 to 99 percent are thresholds; 0, and what is none, is no advice", () => {
  for (const advisePercent of [1, 50, 99]) assert.equal(compactionPolicy({ advisePercent }).advisePercent, advisePercent);
  for (const advisePercent of [0, -5, 100, Number.NaN]) assert.equal(compactionPolicy({ advisePercent }).advisePercent, 0);
});
