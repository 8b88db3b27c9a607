import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextReport } from "coxswain/session";
import { contextPage } from "./context-page.ts";

const REPORT: ContextReport = {
  id: "01900000-0000-7000-8000-000000000001",
  model: "anthropic/claude-sonnet-5-5",
  items: [
    { kind: "tool", name: "bash", tokens: 400 },
    { kind: "tool", name: "read", tokens: 600 },
    { kind: "system", name: "base", tokens: 3_000 },
    { kind: "person", name: "Fix the test.", tokens: 10 },
    { kind: "assistant", name: "[read]", tokens: 90 },
    { kind: "result", name: `read: \u001b[31m# Performance ${"x".repeat(200)}`, tokens: 15_900 },
  ],
  total: 20_000,
  measured: true,
  window: 200_000,
  answer: 8_192,
  cost: { warm: 0.0123, cold: 0.25 },
  cache: {
    cached: 19_000,
    expired: false,
    last: { at: 0, sent: 19_500, read: 18_000, written: 1_500 },
    lastBreak: { entry: "e", at: 0, reason: "expired", sentBefore: 12_000, read: 0 },
  },
};

test("shows each kind with its tokens, the window and the free space", () => {
  const page = contextPage(REPORT, 80);
  assert.match(page, /^tools \(2\) +1,000 +5%$/m);
  assert.match(page, /^system prompt \(1\) +3,000 +15%\n {2}base +3,000$/m);
  assert.match(page, /^results of tools \(1\) +15,900 +80%$/m);
  assert.match(page, /^total +20,000 +10% of 200,000$/m);
  assert.match(page, /^reserved for the answer +8,192 +4%$/m);
  assert.match(page, /^free +171,808 +86%$/m);
});

test("shows the cost of the next request and its cached part", () => {
  const page = contextPage(REPORT, 80);
  assert.match(page, /costs \$0\.0123 with a warm cache and\n\$0\.25 with a cold one/);
  assert.match(page, /Last request \(.*\): 19,500 tokens,\n18,000 read from the provider's cache and 1,500 written/);
  assert.match(page, /19,000 of the next 20,000 tokens can be read from the cache\./);
  assert.match(page, /Last cache miss at .*: the last request was too long ago\n\(0 of 12,000 tokens/);
});

test("names a changed item", () => {
  const changed = (segment: { part: "tools" | "messages"; at: number; name: string }) =>
    contextPage({ ...REPORT, cache: { ...REPORT.cache, change: { segment, change: "changed" } } }, 80);
  assert.match(changed({ part: "tools", at: 0, name: "bash" }), /cache:\nthe tool bash has changed/);
  assert.match(changed({ part: "messages", at: 3, name: "assistant" }), /cache:\nmessage 4 \(assistant\) has changed/);
});

test("names reasoning that is not sent again in place of the message that had it", () => {
  const change = { segment: { part: "messages", at: 3, name: "assistant" }, change: "changed" } as const;
  const page = contextPage({ ...REPORT, cache: { ...REPORT.cache, change, dropsReasoning: true } }, 80);
  assert.match(page, /from the cache:\nthe reasoning after them is not sent again, because its run has ended\./);
  assert.doesNotMatch(page, /message 4/);
});

test("limits lines to the terminal width and escapes them", () => {
  for (const line of contextPage(REPORT, 80).split("\n")) {
    assert.ok(line.length <= 80, line);
    assert.ok(!line.includes("\u001b"), line);
  }
});

test("reports unknown properties of a model", () => {
  const { window: _, cost: __, ...rest } = REPORT;
  const page = contextPage({ ...rest, measured: false, cache: { cached: 0, expired: false } }, 80);
  assert.match(page, /has not reported any usage yet/);
  assert.match(page, /unknown context window/);
  assert.match(page, /price is unknown/);
});
