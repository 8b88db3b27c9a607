import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SWAPS, usePathsWhileSwapped } from "./path-swaps.fixture.ts";

for (const swap of SWAPS) {
  test(`T13: nothing outside is read or written in thousands of races: ${swap}`, async (t) => {
    const [seed = 0] = fc.sample(fc.noBias(fc.nat()), 1);
    const { succeeded, refused } = await usePathsWhileSwapped(t, swap, { seed, tries: 2_000 });
    assert.ok(succeeded > 0 && refused > 0, "neither side was always first");
  });
}
