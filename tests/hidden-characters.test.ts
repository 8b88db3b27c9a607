import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeText } from "../packages/cli/src/output/escape-text.ts";
import { visible } from "../packages/coxswain/src/transfer/visible.ts";

// The library and the program each have the list, so that cox starts without loading exports.
test("terminal output and exports escape the same characters", () => {
  const differ: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if ((escapeText(character) === character) !== (visible(character) === character)) differ.push(code.toString(16));
  }
  assert.deepEqual(differ, []);
});
