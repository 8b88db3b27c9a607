import assert from "node:assert/strict";
import { test } from "node:test";
import { SWAPS, usePathsWhileSwapped } from "./swapped-paths.fixture.ts";

for (const swap of SWAPS) {
  test(`T13: nothing outside is read or written while another process swaps: ${swap}`, async (t) => {
    const { well, refused } = await usePathsWhileSwapped(t, swap, { seed: Math.floor(Math.random() * 2 ** 31), tries: 90 });
    assert.equal(well + refused, 90);
  });
}
