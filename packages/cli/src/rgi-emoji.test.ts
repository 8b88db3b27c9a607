import assert from "node:assert/strict";
import { test } from "node:test";
import { RgiEmoji } from "./rgi-emoji.ts";

test("matches what the expression matches: each code point, and sequences", () => {
  const own = new RgiEmoji();
  const original = /^\p{RGI_Emoji}$/v;
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code);
    if (own.test(text) !== original.test(text)) assert.fail(`U+${code.toString(16)}`);
  }
  for (const text of ["", "👩‍👩‍👧", "🇩🇪", "🇩", "☀️", "1️⃣", "👍🏽", "ab", "😀😀", "\u{1f44d}\n"]) {
    assert.equal(own.test(text), original.test(text), text);
  }
});
