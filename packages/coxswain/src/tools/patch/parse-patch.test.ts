import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePatch } from "./parse-patch.ts";

const between = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

test("parses each kind of section with its headers, lines and markers", () => {
  const patch = between(
    "*** Add File: new.ts",
    "+one",
    "+",
    "*** Delete File: old.ts",
    "*** Update File: a.ts",
    "*** Move to: b/a.ts",
    "@@ class A",
    "@@ one()",
    " stays",
    "-goes",
    "+comes",
    "@@",
    "+last",
    "*** End of File",
  );
  assert.deepEqual(parsePatch(patch), [
    { kind: "add", path: "new.ts", text: "one\n\n" },
    { kind: "delete", path: "old.ts" },
    {
      kind: "update",
      path: "a.ts",
      to: "b/a.ts",
      hunks: [
        {
          headers: ["class A", "one()"],
          lines: [
            { kind: "keep", text: "stays" },
            { kind: "remove", text: "goes" },
            { kind: "add", text: "comes" },
          ],
          atEnd: false,
        },
        { headers: [], lines: [{ kind: "add", text: "last" }], atEnd: true },
      ],
    },
  ]);
});

test("accepts markers with white space around them, a here-document and Windows line ends", () => {
  const patch = "apply_patch <<'EOF'\r\n  *** Begin Patch \r\n *** Update File: a\r\n-x\r\n+y\r\n\r\n*** End Patch\r\nEOF\r\n";
  const [change] = parsePatch(patch);
  assert.deepEqual(change, {
    kind: "update",
    path: "a",
    hunks: [
      {
        headers: [],
        lines: [
          { kind: "remove", text: "x" },
          { kind: "add", text: "y" },
        ],
        atEnd: false,
      },
    ],
  });
});

test("a line of the file that looks like a marker is a file line", () => {
  const [change, ...others] = parsePatch(
    between("*** Update File: a.md", " *** Begin Patch", " *** Update File: b", "-x", "+y", " *** End of File", " *** End Patch"),
  );
  assert.ok(change?.kind === "update" && others.length === 0);
  assert.deepEqual(
    change.hunks.map(({ lines, atEnd }) => [lines.map(({ text }) => text), atEnd]),
    [[["*** Begin Patch", "*** Update File: b", "x", "y", "*** End of File", "*** End Patch"], false]],
  );
});

test("an empty line is a file line within a hunk, and ignored between two hunks", () => {
  const [change] = parsePatch(between("*** Update File: a", "@@", "-x", "", "+y", "", "@@ f", "-z", "", "*** End of File"));
  assert.ok(change?.kind === "update");
  assert.deepEqual(
    change.hunks.map(({ lines }) => lines.map(({ kind }) => kind)),
    [["remove", "keep", "add"], ["remove"]],
  );
});

test("ignores the line numbers of a unified diff, and accepts paths with spaces and absolute paths", () => {
  const [one, two] = parsePatch(between("*** Update File:  /a b/c d.txt ", "@@ -1,3 +1,4 @@ f", "-x", "*** Add File: e f"));
  assert.ok(one?.kind === "update" && two?.kind === "add");
  assert.deepEqual([one.path, one.hunks[0]?.headers, two.path], ["/a b/c d.txt", [], "e f"]);
});

const REFUSED: readonly (readonly [patch: string, message: RegExp])[] = [
  ["-x\n+y", /must begin with the line \*\*\* Begin Patch/],
  [between(), /contains no file/],
  [between("some words"), /Line 2 .*Add File/],
  [between("*** Update File: a"), /it has no changes/],
  [between("*** Update File: a", "@@", " only context"), /has no changes/],
  [between("*** Update File: a", "unmarked"), /Line 3 .*must begin with a space/],
  [between("*** Add File: a", "unmarked"), /Line 3 .*must begin with \+/],
  [between("*** Add File: a", "+x", "", "+y"), /Line 4 .*also empty lines/],
  [between("*** Delete File: a", "-x"), /Line 3 .*no lines may follow/],
  [between("*** Frobnicate File: a", "-x"), /Line 2 /],
  ["*** Begin Patch\n*** Update File: a\n-x\n+y", /end with the line \*\*\* End Patch/],
  [between("*** Update File: "), /Line 2 /],
];

for (const [patch, message] of REFUSED) {
  test(`P15: rejects ${JSON.stringify(patch)} with the reason`, () => {
    assert.throws(() => parsePatch(patch), { name: "ToolError", message });
  });
}
