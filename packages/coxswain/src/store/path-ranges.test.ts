import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { PathRanges } from "./path-ranges.ts";
import { LineRanges } from "./line-ranges.ts";
import { note } from "./store.fixture.ts";

/** Entries of ten bytes each, one after the other. */
const placed = (count: number): { readonly entries: readonly Entry[]; readonly places: LineRanges } => {
  const places = new LineRanges();
  for (let seq = 0; seq < count; seq++) places.add(seq, seq * 10, seq * 10 + 10);
  return { entries: Array.from({ length: count }, (_, seq) => note(seq)), places };
};

test("entries that stand next to each other are one range, and a branch that was left is between two", () => {
  const { entries, places } = placed(10);
  const path = [...entries.slice(0, 3), ...entries.slice(7, 9)];
  const ranges = [
    [0, 30],
    [70, 90],
  ];
  assert.deepEqual(new PathRanges(places).of(path, 0), ranges);
});

test("they begin with the entry that was asked for, go on as the path grows, and start anew with another path", () => {
  const { entries, places } = placed(10);
  const ranges = new PathRanges(places);
  const path = [...entries.slice(0, 2), ...entries.slice(5, 6)];
  assert.equal(ranges.of(path, 0)?.length, 2);
  assert.deepEqual(ranges.of(path, 1), [
    [10, 20],
    [50, 60],
  ]);
  path.push(...entries.slice(6, 8));
  assert.deepEqual(ranges.of(path, 2), [[50, 80]]);
  assert.deepEqual(ranges.of(path, 4), [[70, 80]]);
  assert.deepEqual(ranges.of(path, 3), [[60, 80]]);
  assert.deepEqual(ranges.of(entries.slice(0, 4), 1), [[10, 40]]);
});

test("there are none while an entry has no line of its own, and again once the path begins after it", () => {
  const { entries, places } = placed(10);
  const ranges = new PathRanges(places);
  const path: readonly Entry[] = [...entries.slice(0, 2), note(99), ...entries.slice(2, 4)];
  assert.equal(ranges.of(path, 0), undefined);
  assert.equal(ranges.of(path, 2), undefined);
  assert.deepEqual(ranges.of(path, 3), [[20, 40]]);
});
