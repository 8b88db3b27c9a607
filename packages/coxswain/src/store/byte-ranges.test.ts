import assert from "node:assert/strict";
import { test } from "node:test";
import { LineRanges, PathRanges } from "./byte-ranges.ts";
import { type Entry, entryList } from "../log/index.ts";
import { note } from "./store.fixture.ts";

test("returns the added range of each entry, across gaps in seqs and in bytes", () => {
  const places = new LineRanges();
  const ranges = [
    [5, 100, 110],
    [6, 110, 125],
    [9, 125, 130],
    [10, 140, 150],
    [2 ** 50, 150, 160],
    [2 ** 50 + 1, 160, 170],
    [2 ** 50 + 2, 2 ** 40, 2 ** 40 + 7],
  ] as const;
  for (const [seq, start, end] of ranges) places.add(seq, start, end);
  for (const [seq, start, end] of ranges) assert.deepEqual(places.get(seq), [start, end]);
  for (const seq of [0, 4, 7, 8, 11, 2 ** 50 + 3, 2 ** 51]) assert.equal(places.get(seq), undefined);
});

test("a repeated seq retains its first range, and a seq that is too low gets none", () => {
  const places = new LineRanges();
  places.add(5, 100, 110);
  places.add(5, 110, 120);
  places.add(3, 120, 130);
  assert.deepEqual(places.get(5), [100, 110]);
  assert.equal(places.get(3), undefined);
});

/** Consecutive entries of ten bytes each. */
const placed = (count: number): { readonly entries: readonly Entry[]; readonly places: LineRanges } => {
  const places = new LineRanges();
  for (let seq = 0; seq < count; seq++) places.add(seq, seq * 10, seq * 10 + 10);
  return { entries: Array.from({ length: count }, (_, seq) => note(seq)), places };
};

test("adjacent entries are one range, and an abandoned branch separates two", () => {
  const { entries, places } = placed(10);
  const path = [...entries.slice(0, 3), ...entries.slice(7, 9)];
  const ranges = [
    [0, 30],
    [70, 90],
  ];
  assert.deepEqual(new PathRanges(places).of(entryList(path), 0), ranges);
});

test("ranges begin with the requested entry, grow with the path, and start again for another revision", () => {
  const { entries, places } = placed(10);
  const ranges = new PathRanges(places);
  const grown = [...entries.slice(0, 2), ...entries.slice(5, 6)];
  const path = entryList(grown);
  assert.equal(ranges.of(path, 0)?.length, 2);
  assert.deepEqual(ranges.of(path, 1), [
    [10, 20],
    [50, 60],
  ]);
  grown.push(...entries.slice(6, 8));
  assert.deepEqual(ranges.of(path, 2), [[50, 80]]);
  assert.deepEqual(ranges.of(path, 4), [[70, 80]]);
  assert.deepEqual(ranges.of(path, 3), [[60, 80]]);
  assert.deepEqual(ranges.of(entryList(entries.slice(0, 4)), 1), [[10, 40]]);
});

test("returns undefined while an entry has no line, until the path begins after that entry", () => {
  const { entries, places } = placed(10);
  const ranges = new PathRanges(places);
  const path = entryList([...entries.slice(0, 2), note(99), ...entries.slice(2, 4)]);
  assert.equal(ranges.of(path, 0), undefined);
  assert.equal(ranges.of(path, 2), undefined);
  assert.deepEqual(ranges.of(path, 3), [[20, 40]]);
});
