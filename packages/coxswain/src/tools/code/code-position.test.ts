import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { temporaryWorkspace } from "../../workspace/workspace.fixture.ts";
import { positionIn } from "./code-position.ts";

const ROWS: readonly (readonly [what: string, line: string, symbol: string, character: number])[] = [
  ["after a longer word that ends with it", "rename name", "name", 7],
  ["after a longer word that starts with it", "names name", "name", 6],
  ["after tabs, emoji and combining marks, in units of UTF-16", "\t😀e\u0301 name", "name", 6],
  ["that starts with a sign", "a.b = #b", "#b", 6],
  ["with the words around it", "x.size()", "x.size", 0],
];
for (const [what, line, symbol, character] of ROWS)
  test(`the column of a symbol is found: ${what}`, async (t) => {
    const { workspace, at } = temporaryWorkspace(t);
    writeFileSync(at("a.txt"), `\ufeff\r\n${line}\r\n`);
    assert.deepEqual(await positionIn(workspace, at("a.txt"), { line: 2, symbol }), { path: at("a.txt"), line: 1, character });
  });
