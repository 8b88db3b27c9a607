import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeText } from "../packages/cli/src/output/escape-text.ts";
import { visible } from "../packages/coxswain/src/transfer/visible.ts";

// The library and its program each have the list, for a start of cox reads nothing of exports.
test("what a terminal is not shown as it is, no export holds as it is, and the other way round", () => {
  const differ: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if ((escapeText(character) === character) !== (visible(character) === character)) differ.push(code.toString(16));
  }
  assert.deepEqual(differ, []);
});
