import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelInfo } from "coxswain";
import { modelDetails, modelTable, formatLevels, formatPrice, formatTokens } from "./models.ts";

const SONNET: ModelInfo = {
  reference: "anthropic/claude-sonnet-9",
  provider: "anthropic",
  id: "claude-sonnet-9",
  name: "Claude Sonnet 9",
  contextWindow: 1_000_000,
  maxOutput: 128_000,
  vision: true,
  thinking: ["low", "medium", "high", "xhigh"],
  price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, tiers: [{ above: 200_000, input: 4, output: 15 }] },
};
const HAIKU: ModelInfo = {
  ...SONNET,
  reference: "anthropic/claude-haiku-9-20291001",
  id: "claude-haiku-9-20291001",
  contextWindow: 200_000,
  thinking: ["off", "high"],
  price: { input: 0.1, output: 0.5 },
};
const OLD: ModelInfo = {
  reference: "openai/gpt-4",
  provider: "openai",
  id: "gpt-4",
  name: "GPT-4",
  vision: false,
  thinking: [],
  contextWindow: 8192,
};

test("lists models by provider with marks, in lines of at most 80 characters", () => {
  const table = modelTable([
    { info: HAIKU, available: true, marks: ["small"] },
    { info: SONNET, available: true, marks: ["default", "latest"] },
    { info: OLD, available: false, marks: [] },
  ]);
  assert.equal(
    table,
    `anthropic
  claude-haiku-9-20291001  200k  $0.1/$0.5  images  off,high  <- small
  claude-sonnet-9            1M     $2/$10  images  low-xhigh  <- default  <- latest

openai (no key)
  gpt-4  8k
`,
  );
});

test("shows every known property of one model", () => {
  assert.equal(
    modelDetails({ info: SONNET, available: false, marks: ["default"] }),
    `anthropic/claude-sonnet-9
  name      Claude Sonnet 9
  window    1,000,000 tokens
  response  128,000 tokens at most
  images    yes
  thinking  low, medium, high, xhigh
  price     $2 input, $10 output, $0.2 read from the cache, $2.5 written to it, per million tokens
            for prompts of more than 200,000 tokens $4 input, $15 output
  marks     default
  key       none: cox auth set anthropic
`,
  );
});

test("reports unknown properties and escapes names for the terminal", async () => {
  const info = { reference: "mine/\u001b[2J", provider: "mine", id: "\u001b[2J", name: "\u202em", vision: false, thinking: [] };
  const details = modelDetails({ info, available: true, marks: [] });
  assert.match(details, /window {4}unknown[^]*price {5}unknown/);
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  assert.doesNotMatch(details + modelTable([{ info, available: true, marks: [] }]), /[\u001b\u202e]/);
});

test("formats context windows in short", () => {
  assert.deepEqual([8192, 200_000, 272_000, 1_000_000, 1_048_576, 10_000_000, undefined].map(formatTokens), [
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
  assert.equal(formatPrice({ input: 3, output: 15 }), "$3/$15");
  assert.equal(formatPrice({ input: 0.1 + 0.2, output: 0.075 }), "$0.3/$0.075");
  assert.equal(formatPrice(undefined), "");
});

test("formats thinking levels as a range if there is no gap", () => {
  assert.equal(formatLevels({ thinking: ["off", "minimal", "low", "medium", "high"] }), "off-high");
  assert.equal(formatLevels({ thinking: ["low", "medium", "high", "xhigh"] }), "low-xhigh");
  assert.equal(formatLevels({ thinking: ["off", "high"] }), "off,high");
  assert.equal(formatLevels({ thinking: ["off", "low", "high", "xhigh"] }), "off,low,high,xhigh");
  assert.equal(formatLevels({ thinking: [] }), "");
});
