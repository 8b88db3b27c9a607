import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import type { ChangeDiff, NetChange } from "coxswain/session";
import fc from "fast-check";
import { keymapOf } from "../keys/index.ts";
import { colorlessTheme, paletteTheme, unstyledTheme } from "../themes/index.ts";
import { ReviewPage } from "./review-page.ts";

const NO_DIFF: ChangeDiff = { effect: "changed", isExact: true, added: 0, removed: 0, notes: [] };

/** A diff that replaces lines in one hunk. */
const replacing = (lines: readonly string[]): ChangeDiff => ({
  ...NO_DIFF,
  added: lines.length,
  removed: lines.length,
  diff: `--- a\n+++ a\n@@ -1,${lines.length} +1,${lines.length} @@\n${["-", "+"].flatMap((mark) => lines.map((line) => `${mark}${line}\n`)).join("")}`,
});

const change = (name: string): NetChange => ({
  path: `/app/${name}`,
  before: { kind: "file", mode: 0o644, size: 1 },
  after: { kind: "file", mode: 0o644, size: 1 },
  isUncertain: false,
  includesOther: false,
});

/** A page over files whose contents arrive when the test waits. `read` has the paths that were read. */
const openPage = (files: Readonly<Record<string, ChangeDiff>>) => {
  const read: string[] = [];
  const closed: (string | undefined)[] = [];
  const page = new ReviewPage({
    source: {
      title: '"fix it"',
      cwd: "/app",
      files: Object.keys(files).map(change),
      diff: async ({ path }) => {
        read.push(path);
        return files[path.slice("/app/".length)] ?? NO_DIFF;
      },
      since: async () => "same",
    },
    keys: keymapOf().keymap,
    onClose: (prompt) => closed.push(prompt),
    onChange() {},
  });
  const frame = (width = 60, height = 12) => page.frame({ width, height }, unstyledTheme).rows;
  /** Draws until everything on view is read. */
  const settled = async (width = 60, height = 12) => {
    for (let before = -1; before !== read.length;) {
      before = read.length;
      frame(width, height);
      await new Promise(setImmediate);
    }
    return frame(width, height);
  };
  const press = (...keys: readonly string[]) => keys.forEach((key) => page.input(key));
  return { page, read, closed, frame, settled, press };
};

const DOWN = "\u001b[B";
const UP = "\u001b[A";
const PAGE_DOWN = "\u001b[6~";
const END = "\u001b[F";
const LEFT = "\u001b[D";
const ENTER = "\r";
const FINISH = "\u0013";

test("S2-35: a review of thousands of files reads only those that are on view", async () => {
  const names = Array.from({ length: 3000 }, (_, index) => `file${String(index).padStart(4, "0")}`);
  const { read, settled, press } = openPage(Object.fromEntries(names.map((name) => [name, replacing(["x"])])));
  await settled(80, 24);
  assert.ok(read.length < 24, String(read.length));
  press(END);
  const rows = await settled(80, 24);
  assert.match(rows[0] ?? "", /^3000\/3000 file2999/);
  assert.equal(rows.at(-2), ">1 + x");
  assert.ok(read.length < 60, String(read.length));
});

test("lines down go through every line of every file, and lines up back through the same", async () => {
  const { settled, press } = openPage({ a: replacing(["one", "two"]), b: NO_DIFF, c: replacing(["three"]) });
  const selected = (rows: readonly string[]) => rows.find((row) => row.startsWith(">"));
  const down = [selected(await settled(60, 5))];
  for (let at = 0; at < 9; at++) {
    press(DOWN);
    down.push(selected(await settled(60, 5)));
  }
  assert.deepEqual(down, [
    ">~ a  (+2 -2)",
    ">1 - one",
    ">2 - two",
    ">1 + one",
    ">2 + two",
    ">~ b",
    ">~ c  (+1 -1)",
    ">1 - three",
    ">1 + three",
    ">1 + three",
  ]);
  const up = [selected(await settled(60, 5))];
  for (let at = 0; at < 8; at++) {
    press(UP);
    up.push(selected(await settled(60, 5)));
  }
  assert.deepEqual(up, down.slice(0, 9).toReversed());
});

test("pages skip no file that is not read yet", async () => {
  const { frame, settled, press } = openPage({ a: NO_DIFF, b: replacing(Array.from({ length: 30 }, (_, at) => `line ${at}`)), c: NO_DIFF });
  frame();
  press(PAGE_DOWN, PAGE_DOWN, PAGE_DOWN);
  assert.match((await settled())[0] ?? "", /^1\/3 a/);
  press(DOWN, PAGE_DOWN);
  assert.match((await settled())[0] ?? "", /^2\/3 b/);
});

test("the next file is shown with its lines, and a file at the end of the review with those before it", async () => {
  const lines = (count: number) => replacing(Array.from({ length: count }, (_, at) => `line ${at}`));
  const { settled, press } = openPage({ a: lines(20), b: lines(20), c: lines(1) });
  await settled();
  press("\u001b[C");
  assert.deepEqual((await settled()).slice(1, 5), ["", ">~ b  (+20 -20)", "  1 - line 0", "  2 - line 1"]);
  press("\u001b[C");
  assert.deepEqual((await settled()).slice(-5, -1), ["", ">~ c  (+1 -1)", " 1 - line 0", " 1 + line 0"]);
});

test("a file that is read only after a jump to it is shown with its lines", async () => {
  const lines = replacing(Array.from({ length: 20 }, (_, at) => `line ${at}`));
  const { frame, settled, press } = openPage({ a: NO_DIFF, b: NO_DIFF, c: lines });
  frame(60, 6);
  press("\u001b[C", "\u001b[C");
  frame(60, 6);
  assert.deepEqual((await settled(60, 6)).slice(1, -1), ["", ">~ c  (+20 -20)", "  1 - line 0", "  2 - line 1"]);
});

test("a comment is edited, deleted and ordered by its line; finishing without comments gives none", async () => {
  const { settled, press, closed } = openPage({ a: replacing(["one"]), b: NO_DIFF });
  await settled();
  press(END, ENTER, "B", ENTER, LEFT, LEFT, DOWN, ENTER, "x", ENTER, ENTER, "\u007f", "A", ENTER);
  assert.ok((await settled()).includes("  # A"));
  press(FINISH);
  assert.equal(closed.pop(), "Review comments on your changes:\n\na:1 (removed line)\n> one\nA\n\nb\nB");
  press("\u001b[3~", END, "\u007f");
  assert.ok(!(await settled()).some((row) => row.includes("#")));
  press(FINISH);
  assert.deepEqual(closed, [undefined]);
});

test("a pasted comment is one line without control characters", async () => {
  const { settled, press, closed } = openPage({ a: NO_DIFF });
  await settled();
  press(ENTER, "\u001b[200~one\r\ntwo\u001b[31m\u202e\u001b[201~", ENTER, FINISH);
  assert.equal(closed.pop(), "Review comments on your changes:\n\na\none two[31m");
});

test("S2-35: every frame fits the terminal from 20x6 to 300x100, shows the cursor, and has no control characters of the contents", async () => {
  const text = fc.constantFrom(
    "plain text",
    "漢字".repeat(40),
    "x".repeat(5000),
    "\ttabs\t",
    "\u001b[2J\u202eevil",
    "e\u0301".repeat(30),
    "",
    "👩‍👩‍👧 family",
  );
  const keys = fc.constantFrom(DOWN, UP, PAGE_DOWN, END, "\t", "\u001b[Z", "\u001b[C", LEFT, "\u001b[5~", ENTER, "c", "\u001b", FINISH);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(keys, fc.integer({ min: 20, max: 300 }), fc.integer({ min: 6, max: 100 })), { maxLength: 12 }),
      fc.constantFrom(unstyledTheme, colorlessTheme, paletteTheme),
      async (contents, steps, theme) => {
        const files = contents.map(
          (lines, index) => [`名前\u001b[2J\u0007${index}`, lines.length === 0 ? NO_DIFF : replacing(lines)] as const,
        );
        const { page, settled, press } = openPage(Object.fromEntries(files));
        for (const [key, width, height] of steps) {
          press(key);
          await settled(width, height);
          const { rows, caret } = page.frame({ width, height }, theme);
          assert.ok(rows.length <= height);
          for (const row of rows) {
            assert.ok(visibleWidth(row) <= width, `${width}: ${row}`);
            // oxlint-disable-next-line no-control-regex -- control characters are what it is about
            assert.doesNotMatch(row.replaceAll(/\u001b\[[\d;]*m/g, ""), /[\u0000-\u001f\u007f-\u009f\u202e]/);
          }
          assert.ok(
            rows.some((row) => row.startsWith(theme.selected(">"))),
            rows.join("\n"),
          );
          if (caret !== undefined) assert.ok(caret.row < height && caret.column < width);
        }
      },
    ),
    { numRuns: 60 },
  );
});
