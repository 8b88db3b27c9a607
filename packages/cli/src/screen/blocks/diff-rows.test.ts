import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import { colorlessTheme, paletteTheme } from "../themes/index.ts";
import { changedLines } from "./diff-lines.ts";
import { diffRows } from "./diff-rows.ts";
import { bareRow } from "./rows.ts";

const rowsOf = (diff: string, width = 40, most?: number): readonly string[] =>
  diffRows(diff, { width, theme: colorlessTheme, ...(most === undefined ? {} : { most }) }).map(bareRow);

const HEAD = "--- a.txt\n+++ a.txt\n";

test("lines have the numbers of their file, and a gap between two parts", () => {
  const diff = `${HEAD}@@ -8,3 +8,3 @@\n same\n-old\n+new\n last\n@@ -100,1 +100,2 @@\n x\n+y\n`;
  assert.deepEqual(rowsOf(diff), ["  8   same", "  9 - old", "  9 + new", " 10   last", "    ⋮", "100   x", "101 + y"]);
  assert.equal(changedLines(diff), "+2 -1");
});

test("only the changed words of a line are marked", () => {
  const diff = `${HEAD}@@ -1,1 +1,1 @@\n-const total = sum(a);\n+const total = sum(b);\n`;
  const [before = "", after = ""] = diffRows(diff, { width: 60, theme: paletteTheme });
  assert.ok(before.includes(paletteTheme.removedWords("a")) && after.includes(paletteTheme.addedWords("b")));
  assert.ok(!before.includes(paletteTheme.removedWords("const")));
});

test("a missing line end at the end of a file is shown", () => {
  const end = "\\ No newline at end of file\n";
  assert.deepEqual(rowsOf(`${HEAD}@@ -1,1 +1,1 @@\n-a\n${end}+a\n`), ["1 - a", "    (no newline at the end)", "1 + a"]);
  assert.deepEqual(rowsOf(`${HEAD}@@ -1,1 +1,1 @@\n-a\n+a\n${end}`), ["1 - a", "1 + a", "    (no newline at the end)"]);
});

test("a change of spaces at the end of a line is visible", () => {
  assert.deepEqual(rowsOf(`${HEAD}@@ -1,1 +1,1 @@\n-a word\n+a word  \n`), ["1 - a word", "1 + a word··"]);
});

test("line ends of Windows are not shown, but a change to them is", () => {
  assert.deepEqual(rowsOf(`${HEAD}@@ -1,2 +1,2 @@\n same\r\n-a\r\n+b\r\n`), ["1   same", "2 - a", "2 + b"]);
  assert.deepEqual(rowsOf(`${HEAD}@@ -1,1 +1,1 @@\n-a\n+a\r\n`), ["1 - a", "1 + a\\x0d"]);
});

test("created, deleted, renamed and binary files and changed modes of a git diff are named", () => {
  const diff = [
    "diff --git a/new.txt b/new.txt\nnew file mode 100644\nindex 0000000..e69de29\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,1 @@\n+x",
    "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x",
    "diff --git a/old.txt b/now.txt\nsimilarity index 100%\nrename from old.txt\nrename to now.txt",
    "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755",
    "diff --git a/logo.png b/logo.png\nindex 1..2 100644\nBinary files a/logo.png and b/logo.png differ",
  ].join("\n");
  assert.deepEqual(rowsOf(diff, 60), [
    "new.txt  created",
    "1 + x",
    "gone.txt  deleted",
    "1 - x",
    "old.txt  renamed from old.txt, to now.txt",
    "run.sh  mode 100644, now 100755",
    "logo.png  binary",
  ]);
});

test("lines that look like headers are lines of the file", () => {
  const diff = `${HEAD}@@ -1,2 +1,2 @@\n--- a\n-@@ -1 +1 @@\n+++ b\n+diff --git a/x b/x\n`;
  assert.deepEqual(rowsOf(diff), ["1 - -- a", "2 - @@ -1 +1 @@", "1 + ++ b", "2 + diff --git a/x b/x"]);
});

test("a line of any length and width fits, and is cut if the number of rows is limited", () => {
  const diff = `${HEAD}@@ -1,1 +1,1 @@\n-${"x".repeat(5000)}\n+${"世界\t".repeat(500)}\n`;
  for (const width of [20, 60, 139, 140, 200]) for (const row of rowsOf(diff, width)) assert.ok(visibleWidth(row) <= width, row);
  const cut = rowsOf(diff, 60, 40);
  assert.equal(cut.length, 8);
  assert.deepEqual([cut[3], cut[7]], ["    …", "    …"]);
});

test("a wide terminal shows both sides, each with its numbers", () => {
  const rows = rowsOf(`${HEAD}@@ -5,2 +5,3 @@\n same\n-old\n+new\n+more\n`, 140);
  assert.deepEqual(
    rows.map((row) => row.split("│").map((side) => side.trim())),
    [
      ["5   same", "5   same"],
      ["6 - old", "6 + new"],
      ["", "7 + more"],
    ],
  );
});

test("more rows than the maximum are counted", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `+line ${at}\n`).join("");
  const rows = rowsOf(`${HEAD}@@ -0,0 +1,100 @@\n${lines}`, 40, 10);
  assert.equal(rows.length, 10);
  assert.equal(rows.at(-1), "… 91 more rows");
});
