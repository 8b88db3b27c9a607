import assert from "node:assert/strict";
import { test } from "node:test";
import { levels, price, tokens } from "./model-facts.ts";

test("formats context windows in short", () => {
  assert.deepEqual([8192, 200_000, 272_000, 1_000_000, 1_048_576, 10_000_000, undefined].map(tokens), [
    "8k",
    "200k",
    "272k",
    "1M",
    "1M",
    "10M",
    "",
  ]);
});

test("formats prices without trailing digits", () => {
  assert.equal(price({ input: 3, output: 15 }), "$3/$15");
  assert.equal(price({ input: 0.1 + 0.2, output: 0.075 }), "$0.3/$0.075");
  assert.equal(price(undefined), "");
});

test("formats thinking levels as a range if there is no gap", () => {
  assert.equal(levels({ thinking: ["off", "minimal", "low", "medium", "high"] }), "off-high");
  assert.equal(levels({ thinking: ["low", "medium", "high", "xhigh"] }), "low-xhigh");
  assert.equal(levels({ thinking: ["off", "high"] }), "off,high");
  assert.equal(levels({ thinking: ["off", "low", "high", "xhigh"] }), "off,low,high,xhigh");
  assert.equal(levels({ thinking: [] }), "");
});
