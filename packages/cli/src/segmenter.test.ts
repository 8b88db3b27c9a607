import assert from "node:assert/strict";
import { test } from "node:test";
import { Segmenter } from "./segmenter.ts";

test("segments as the original does", () => {
  for (const granularity of ["grapheme", "word"] as const) {
    const text = "e\u0301 漢字 👩‍👩‍👧 word";
    const own = new Segmenter(undefined, { granularity });
    const original = new Intl.Segmenter(undefined, { granularity });
    assert.deepEqual([...own.segment(text)], [...original.segment(text)]);
    assert.deepEqual([...own.segment("")], []);
  }
});
