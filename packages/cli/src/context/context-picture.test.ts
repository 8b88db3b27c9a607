import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextItem, ContextKind, ContextReport } from "coxswain/session";
import fc from "fast-check";
import { contextPicture } from "./context-picture.ts";

const REPORT: ContextReport = {
  id: "01900000-0000-7000-8000-000000000001",
  model: "anthropic/claude-sonnet-5-5",
  items: [
    { kind: "tool", name: "bash", tokens: 400 },
    { kind: "tool", name: "mcp__github__list", tokens: 500 },
    { kind: "tool", name: "mcp__github__get", tokens: 700 },
    { kind: "system", name: "base", tokens: 3_000 },
    { kind: "person", name: "Fix the test.", tokens: 10 },
    { kind: "assistant", name: "[read]", tokens: 90 },
    { kind: "result", name: "read: \u001b[31m# Performance", tokens: 9_000 },
    { kind: "result", name: "grep: x", tokens: 6_000 },
  ],
  total: 19_700,
  measured: true,
  window: 200_000,
  answer: 8_192,
  cost: { warm: 0.0123, cold: 0.25 },
  cache: { cached: 19_000, expired: false },
};

const plain = { paint: (_: string, text: string) => text };

const gridOf = (rows: readonly string[]): string => rows.filter((row) => /^[TSCPUrMRIN·-]{8,}$/.test(row)).join("");

test("shows the window as a grid, with a letter for each kind that is in it", () => {
  const rows = contextPicture(REPORT, { width: 80, ...plain });
  const grid = gridOf(rows);
  assert.equal(grid.length, 250);
  assert.deepEqual([...new Set(grid)], ["T", "S", "U", "M", "R", "-", "·"]);
  assert.equal(rows[0], "19,700 of 200,000 tokens, 10% · anthropic/claude-sonnet-5-5");
});

test("lists tools by server, and results by tool", () => {
  const text = contextPicture(REPORT, { width: 80, ...plain }).join("\n");
  assert.match(text, /^T +1,600 +1% {2}tools\n +1,200 +github \(2\)\n +400 +bash$/m);
  assert.match(text, /^R +15,000 +8% {2}results of tools\n +9,000 +read\n +6,000 +grep$/m);
  assert.match(text, /^· +172,108 +86% {2}free$/m);
});

test("shows the cost of the next request, warm and cold", () => {
  assert.match(
    contextPicture(REPORT, { width: 80, ...plain }).join("\n"),
    /\$0\.0123 with a warm cache and \$0\.25 with a cold one,\n +without/,
  );
});

test("shows a model without a known window and an empty session", () => {
  const { window: _, ...rest } = REPORT;
  assert.match(contextPicture(rest, { width: 80, ...plain })[0] ?? "", /^19,700 tokens/);
  assert.ok(contextPicture({ ...REPORT, items: [], total: 0 }, { width: 80, ...plain }).length > 0);
});

const KINDS: readonly ContextKind[] = [
  "system",
  "tool",
  "person",
  "assistant",
  "reasoning",
  "result",
  "image",
  "summary",
  "preserved",
  "note",
];

const item: fc.Arbitrary<ContextItem> = fc.record({
  kind: fc.constantFrom(...KINDS),
  name: fc.string({ unit: "binary" }),
  tokens: fc.nat(300_000),
});

test("any report fits any width, and each kind with tokens is in the grid", () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 30 }),
      fc.integer({ min: 20, max: 200 }),
      fc.option(fc.nat(400_000)),
      (items, width, window) => {
        const total = items.reduce((sum, { tokens }) => sum + tokens, 0);
        const { window: _, ...others } = REPORT;
        const report = { ...others, items, total, ...(window === null ? {} : { window }) };
        const rows = contextPicture(report, { width, ...plain });
        const shown = new Set(items.flatMap(({ kind, tokens }) => (tokens > 0 ? [kind] : []))).size;
        const rest = window === null ? 0 : Number(window > total) + Number(window > total + report.answer);
        assert.equal(new Set(gridOf(rows)).size, shown + rest);
        for (const row of rows) {
          assert.ok(row.length <= width, row);
          // oxlint-disable-next-line no-control-regex -- none may reach the terminal
          assert.doesNotMatch(row, /[\u0000-\u001f\u007f-\u009f]/);
        }
      },
    ),
  );
});
