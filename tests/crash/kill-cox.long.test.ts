import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Killed, killAndGoOn, undisturbed } from "./killed-cox.ts";

const KILLS = 200;

test(`L1, L19: cox is killed ${KILLS} times at random moments, and the session goes on each time`, async () => {
  const whole = await undisturbed();
  const killed: Killed[] = [];
  const delays = fc.sample(fc.noBias(fc.nat(1_000)), KILLS).map((thousandths) => (thousandths / 1_000) * whole);
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
