import assert from "node:assert/strict";
import { test } from "node:test";
import { type Killed, killAndGoOn, undisturbed } from "./killed-cox.ts";

const KILLS = 200;

/** A sequence that looks random and is the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

test(`L1, L19: cox is killed ${KILLS} times at random moments, and the session goes on each time`, async (t) => {
  const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed}`);
  const next = numbers(seed);
  const whole = await undisturbed();
  const killed: Killed[] = [];
  const delays = Array.from({ length: KILLS }, () => next() * whole);
  const work = async () => {
    for (let delay = delays.pop(); delay !== undefined; delay = delays.pop()) killed.push(await killAndGoOn(delay));
  };
  await Promise.all([work(), work()]);
  assert.equal(killed.length, KILLS);
  assert.ok(
    killed.some(({ told }) => told > 4) && killed.some(({ kept, told }) => kept && told <= 4),
    "the moments are spread over the task",
  );
});
