import assert from "node:assert/strict";
import { test } from "node:test";
import { compactionPolicy } from "./compaction-options.ts";

test("the default is advice at 80 percent without automatic compaction", () => {
  assert.deepEqual(compactionPolicy(), { auto: "advisory", background: true, advisePercent: 80, aboveTokens: 0 });
});

test("S4-54: 1 to 99 percent are thresholds; other values disable advice", () => {
  for (const advisePercent of [1, 50, 99]) assert.equal(compactionPolicy({ advisePercent }).advisePercent, advisePercent);
  for (const advisePercent of [0, -5, 100, Number.NaN]) assert.equal(compactionPolicy({ advisePercent }).advisePercent, 0);
});
