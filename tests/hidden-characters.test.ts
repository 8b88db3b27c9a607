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

test("A11: terminal output and exports shorten more than 8 marks of one character, of every kind", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    const isMark = /[\p{M}\p{Variation_Selector}\p{Emoji_Modifier}\u200c\u200d]/u.test(character);
    const [few, many] = [`a${character.repeat(8)}b`, `a${character.repeat(2000)}b`];
    if (!isMark) continue;
    for (const show of [escapeText, visible]) assert.deepEqual([show(few), show(many)], [few, few.replace("b", "…b")], code.toString(16));
  }
});
