import assert from "node:assert/strict";
import { test } from "node:test";
import { SWAPS, usePathsWhileSwapped } from "./swapped-paths.fixture.ts";

for (const swap of SWAPS) {
  test(`T13: nothing outside is read or written in thousands of races: ${swap}`, async (t) => {
    const { well, refused } = await usePathsWhileSwapped(t, swap, { seed: Math.floor(Math.random() * 2 ** 31), tries: 2_000 });
    assert.ok(well > 0 && refused > 0, "neither side was always first");
  });
}
