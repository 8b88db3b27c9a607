import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { killUndoTwice, type Moment, RESTORED } from "./killed-undo.ts";

const KILLS = 40;

const moment: fc.Arbitrary<Moment> = fc.record({ restored: fc.nat(RESTORED), delay: fc.nat(20) });

test(`S2-35: an undo is finished or not begun after each of ${2 * KILLS} kills at random moments`, async () => {
  const counts: number[] = [];
  const pairs = fc.sample(fc.tuple(moment, moment), KILLS);
  const work = async () => {
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) counts.push(...(await killUndoTwice(...pair)));
  };
  await Promise.all([work(), work()]);
  assert.equal(counts.length, 2 * KILLS);
  assert.ok(counts.filter((count) => count > 0 && count < RESTORED).length > KILLS / 4, "many kills are in the middle");
});
