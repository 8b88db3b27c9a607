import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import type { FooterSegment } from "coxswain/settings";
import fc from "fast-check";
import { colorlessTheme, paletteTheme } from "../themes/index.ts";
import type { FooterFacts } from "./footer-facts.ts";
import { DEFAULT_SEGMENTS, footerRows } from "./footer-rows.ts";

const facts: FooterFacts = {
  model: "anthropic/claude-sonnet-5-5",
  thinking: "medium",
  mode: "ask",
  context: { used: 46_000, window: 200_000, fraction: 0.23, percent: 23 },
  cache: 0.914,
  cost: 1.5,
  runCost: 0.25,
  folder: "/home/ada/engine",
  title: "Fix the parser",
  place: { sandbox: "auto", branch: "main", budget: 2 },
};

/** Rows as they are shown, without styles. */
const shown = (size: { readonly width: number; readonly most: number }, more: Partial<FooterFacts> = {}, segments = DEFAULT_SEGMENTS) =>
  // oxlint-disable-next-line no-control-regex -- removes control sequences
  footerRows({ ...facts, ...more }, segments, size, colorlessTheme).map((row) => row.replaceAll(/\u001b\[[\d;]*m/g, ""));

test("shows the model, the mode, the sandbox, the context, cache hits, cost, budget and branch", () => {
  assert.deepEqual(shown({ width: 140, most: 1 }), [
    "anthropic/claude-sonnet-5-5 · ask · sandbox auto · 23 % context · 91 % cached · $1.50 · $0.25 of $2.00 a run · main",
  ]);
});

test("uses a second row, and then omits the least important parts", () => {
  assert.deepEqual(shown({ width: 60, most: 2 }), [
    "anthropic/claude-sonnet-5-5 · ask · sandbox auto",
    "23 % context · $1.50 · $0.25 of $2.00 a run · main",
  ]);
  assert.deepEqual(shown({ width: 60, most: 1 }), ["anthropic/claude-sonnet-5-5 · ask · 23 % context · $1.50"]);
  assert.deepEqual(shown({ width: 20, most: 1 }), ["ask"]);
});

test("omits unknown facts", () => {
  const { context: _, cache: __, ...rest } = facts;
  const rows = footerRows({ ...rest, cost: 0, place: {} }, DEFAULT_SEGMENTS, { width: 80, most: 2 }, colorlessTheme);
  assert.match(rows.join(""), /claude-sonnet-5-5.* · .*ask/);
  assert.doesNotMatch(rows.join(""), /context|cached|\$|sandbox/);
});

test("shows the parts that the user wants, in the user's order", () => {
  assert.deepEqual(shown({ width: 80, most: 1 }, {}, ["branch", "title", "folder", "thinking", "branch"]), [
    "main · Fix the parser · engine · thinking medium",
  ]);
});

test("escapes names that others chose", () => {
  const [row = ""] = footerRows(
    { ...facts, place: { branch: "a\u001b]0;owned\u0007" } },
    ["branch"],
    { width: 80, most: 1 },
    colorlessTheme,
  );
  assert.ok(row.includes("a\\x1b]0;owned\\x07"));
});

test("warns of yolo mode, of a full window, and of commands without a sandbox", () => {
  const warned = (more: Partial<FooterFacts>, segment: FooterSegment) =>
    footerRows({ ...facts, ...more }, [segment], { width: 80, most: 1 }, paletteTheme)
      .join("")
      .startsWith("\u001b[33m");
  assert.equal(warned({}, "mode"), false);
  assert.equal(warned({ mode: "yolo" }, "mode"), true);
  assert.equal(warned({}, "context"), false);
  assert.equal(warned({ context: { used: 1, window: 1, fraction: 0.9, percent: 90 } }, "context"), true);
  assert.equal(warned({ place: { sandbox: "none" } }, "sandbox"), true);
});

test("never exceeds its rows and its width", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 40 });
  const size = fc.record({ width: fc.integer({ min: 1, max: 120 }), most: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(texts, texts, texts, size, (model, branch, title, { width, most }) => {
      const rows = footerRows({ ...facts, model, title, place: { branch } }, [...DEFAULT_SEGMENTS, "title"], { width, most }, paletteTheme);
      return rows.length <= most && rows.every((row) => visibleWidth(row) <= width);
    }),
  );
});
