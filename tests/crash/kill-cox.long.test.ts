import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Killed, killAndContinue, uninterruptedTime } from "./killed-cox.ts";

const KILLS = 200;

test(`L1, L19: continues the session after each of ${KILLS} kills at random moments`, async () => {
  const whole = await uninterruptedTime();
  const killed: Killed[] = [];
  const delays = fc.sample(fc.noBias(fc.nat(1_000)), KILLS).map((thousandths) => (thousandths / 1_000) * whole);
  const work = async () => {
    for (let delay = delays.pop(); delay !== undefined; delay = delays.pop()) killed.push(await killAndContinue(delay));
  };
  await Promise.all([work(), work()]);
  assert.equal(killed.length, KILLS);
  assert.ok(
    killed.some(({ emitted }) => emitted > 4) && killed.some(({ saved, emitted }) => saved && emitted <= 4),
    "the moments are spread over the task",
  );
});
