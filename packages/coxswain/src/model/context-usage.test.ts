import assert from "node:assert/strict";
import { test } from "node:test";
import { contextUsage } from "./context-usage.ts";
import { NO_USAGE } from "./usage.ts";

const used = (input: number) => ({ ...NO_USAGE, input });

test("S3-44 S4-47: context usage is reported in percent and as a fraction", () => {
  assert.deepEqual(contextUsage(used(50_600), 200_000), { used: 50_600, window: 200_000, fraction: 0.253, percent: 25 });
});

test("S3-44: the usage of an unknown window is 0 percent", () => {
  for (const window of [undefined, 0]) assert.deepEqual(contextUsage(used(500), window), { used: 500, fraction: 0, percent: 0 });
});

test("S3-44: usage above the window is 100 percent", () => {
  assert.deepEqual(contextUsage(used(300), 200), { used: 300, window: 200, fraction: 1, percent: 100 });
});
