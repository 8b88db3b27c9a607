import assert from "node:assert/strict";
import { test } from "node:test";
import { reindentation } from "./indentation.ts";

test("returns one rule that converts every requested indentation, or undefined", () => {
  const rows: readonly (readonly [pairs: readonly (readonly [string, string])[], indent: string, expected: string | undefined])[] = [
    [[["  ", "  "]], "    ", "    "],
    [[["", "  "]], "  ", "    "],
    [[["    ", "  "]], "      ", "    "],
    [[["    ", "  "]], " ", undefined],
    [
      [
        ["    ", "\t"],
        ["", ""],
      ],
      "        ",
      "\t\t",
    ],
    [
      [
        ["\t", "  "],
        ["\t\t", "    "],
      ],
      "\t\t\t",
      "      ",
    ],
    [
      [
        ["", "  "],
        ["  ", "  "],
      ],
      "",
      undefined,
    ],
    [
      [
        ["  ", "\t"],
        ["    ", "\t"],
      ],
      "",
      undefined,
    ],
  ];
  for (const [pairs, indent, expected] of rows) assert.equal(reindentation(pairs)?.of(indent), expected, JSON.stringify(pairs));
});
