import assert from "node:assert/strict";
import { test } from "node:test";
import type { Results } from "./results.ts";
import { allTables } from "./tables.ts";

const results: Results = {
  date: "2026-01-02",
  machine: "linux, 2 x processor",
  node: "24.0.0",
  load: 0.5,
  times: 3,
  versions: { pi: "1.0.0" },
  rows: {
    deltas: {
      "bare limit": { runs: [{ wallMs: 100, cpuMs: 50, peakMB: 60 }] },
      Coxswain: {
        runs: [
          { wallMs: 140, cpuMs: 100 },
          { wallMs: 1500, cpuMs: 110 },
          { wallMs: 150, cpuMs: 105 },
        ],
      },
      pi: { runs: [], failure: "exited with 1:\nno model" },
    },
  },
};

test("shows medians with their ratio to the bare limit", () => {
  const lines = allTables(results).split("\n");
  assert.ok(lines.includes("| bare limit | 100 | 50 | 60 |"));
  assert.ok(lines.includes("| **Coxswain** | 150 (1.5x) | 105 (2.1x) | - |"));
});

test("shows no figure for a program that failed, and why", () => {
  const lines = allTables(results).split("\n");
  assert.ok(lines.includes("| pi 1.0.0 | - | - | - |"));
  assert.ok(lines.includes("Not measured: pi in `deltas` (exited with 1: no model)."));
});

test("omits tables of rows that were not measured", () => {
  assert.equal(allTables(results).split("### ").length, 2);
});
