import assert from "node:assert/strict";
import { test } from "node:test";
import { LineRanges } from "./line-ranges.ts";

test("an entry is found where it was said to stand, across gaps of seqs and of bytes", () => {
  const places = new LineRanges();
  const known = [
    [5, 100, 110],
    [6, 110, 125],
    [9, 125, 130],
    [10, 140, 150],
    [2 ** 50, 150, 160],
    [2 ** 50 + 1, 160, 170],
    [2 ** 50 + 2, 2 ** 40, 2 ** 40 + 7],
  ] as const;
  for (const [seq, start, end] of known) places.add(seq, start, end);
  for (const [seq, start, end] of known) assert.deepEqual(places.get(seq), [start, end]);
  for (const seq of [0, 4, 7, 8, 11, 2 ** 50 + 3, 2 ** 51]) assert.equal(places.get(seq), undefined);
});

test("a seq that comes again, or too late, has the place that it had first, or none", () => {
  const places = new LineRanges();
  places.add(5, 100, 110);
  places.add(5, 110, 120);
  places.add(3, 120, 130);
  assert.deepEqual(places.get(5), [100, 110]);
  assert.equal(places.get(3), undefined);
});
