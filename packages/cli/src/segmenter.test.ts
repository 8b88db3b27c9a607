import assert from "node:assert/strict";
import { test } from "node:test";
import { Segmenter } from "./segmenter.ts";

const original = new Intl.Segmenter();

test("segments as the original does", () => {
  for (const granularity of ["grapheme", "word"] as const) {
    const own = new Segmenter(undefined, { granularity });
    const expected = new Intl.Segmenter(undefined, { granularity });
    for (const text of ["e\u0301 漢字 👩‍👩‍👧 word", "plain · words", "a\r\nb", ""]) {
      assert.deepEqual([...own.segment(text)], [...expected.segment(text)]);
      for (const index of [undefined, 0, 1, 3.5, -1, 100]) {
        assert.deepEqual(own.segment(text).containing(index), expected.segment(text).containing(index));
      }
    }
  }
});

test("segments each character as the original does, beside itself and beside letters", () => {
  const own = new Segmenter();
  const lengths = (segments: Intl.Segments): string => Array.from(segments, ({ segment }) => segment.length).join();
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const text = `a${character}${character}漢`;
    if (lengths(own.segment(text)) !== lengths(original.segment(text))) assert.fail(`U+${code.toString(16)}`);
  }
});
