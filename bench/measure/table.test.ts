import assert from "node:assert/strict";
import { test } from "node:test";
import { isMet } from "./line.ts";
import { table } from "./table.ts";

test("compares the figure or the ratio of a line with its target", () => {
  const figures = { what: "x", unit: "ms", ours: 12, bare: 10 } as const;
  assert.equal(isMet({ ...figures, target: { of: "ours", atMost: 12 } }), true);
  assert.equal(isMet({ ...figures, target: { of: "ours", atMost: 11 } }), false);
  assert.equal(isMet({ ...figures, target: { of: "ratio", atMost: 1.2 } }), true);
  assert.equal(isMet({ ...figures, target: { of: "ratio", atMost: 1.1 } }), false);
  assert.equal(isMet(figures), undefined);
});

test("prints a row for each line, with empty cells for missing figures", () => {
  const lines = [
    { what: "start", unit: "ms", ours: 42.04, bare: 30, target: { of: "ratio", atMost: 1.5 } },
    { what: "peak", unit: "MB", ours: 220.4, target: { of: "ours", atMost: 200 } },
  ] as const;
  assert.deepEqual(table(lines).split("\n").slice(2), [
    "| start | 42 ms | 30 ms | 1.40x | 1.5x | met |",
    "| peak | 220 MB |  |  | 200 MB | missed |",
  ]);
});
