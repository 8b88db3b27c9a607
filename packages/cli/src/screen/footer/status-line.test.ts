import assert from "node:assert/strict";
import { test } from "node:test";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { StatusLine, type StatusLineRunner } from "./status-line.ts";

const open = (run: StatusLineRunner, padding = 0) => {
  const timer = manualTimer();
  const failures: string[] = [];
  let changes = 0;
  let state = 0;
  const line = new StatusLine({
    run,
    padding,
    timer,
    input: () => ({ state }),
    onChange: () => changes++,
    onFailure: (reason) => failures.push(reason),
  });
  return {
    line,
    timer,
    failures,
    change: () => {
      state++;
      line.changed();
    },
    changes: () => changes,
  };
};

test("shows the first two lines of the command, which gets the state", async () => {
  const scene = open(async ({ state }) => `state ${String(state)}\nsecond\nthird\n`, 2);
  assert.equal(scene.line.rows(20), undefined);
  scene.change();
  await scene.timer.advance(0);
  await new Promise(setImmediate);
  assert.deepEqual(scene.line.rows(20), ["  state 1", "  second"]);
  assert.deepEqual(
    scene.line.rows(6)?.map((row) => row.length <= 20),
    [true, true],
  );
  assert.equal(scene.changes(), 1);
});

test("runs at most every 300 milliseconds, and once more for changes while it ran", async () => {
  const inputs: unknown[] = [];
  const ends: (() => void)[] = [];
  const scene = open(
    (input) =>
      new Promise((resolve) => {
        inputs.push(input["state"]);
        ends.push(() => resolve("x"));
      }),
  );
  scene.change();
  await scene.timer.advance(0);
  scene.change();
  scene.change();
  await scene.timer.advance(1000);
  assert.deepEqual(inputs, [1]);
  ends[0]?.();
  await new Promise(setImmediate);
  await scene.timer.advance(0);
  assert.deepEqual(inputs, [1, 3]);
  ends[1]?.();
  await new Promise(setImmediate);
  scene.change();
  await scene.timer.advance(299);
  assert.deepEqual(inputs, [1, 3]);
  await scene.timer.advance(1);
  assert.deepEqual(inputs, [1, 3, 4]);
});

test("a failure is reported once until the command works again, and leaves the place to the usual footer", async () => {
  let works = false;
  const scene = open(async () => {
    if (!works) throw new Error("exit code 1");
    return "fine";
  });
  const again = async (): Promise<void> => {
    scene.change();
    await scene.timer.advance(300);
    await new Promise(setImmediate);
  };
  await again();
  await again();
  assert.equal(scene.line.rows(20), undefined);
  assert.deepEqual(scene.failures, ["exit code 1"]);
  works = true;
  await again();
  assert.deepEqual(scene.line.rows(20), ["fine"]);
  works = false;
  await again();
  assert.deepEqual(scene.failures, ["exit code 1", "exit code 1"]);
});

test("runs nothing after it was stopped", async () => {
  let runs = 0;
  const scene = open(async () => String(++runs));
  scene.change();
  scene.line.stop();
  await scene.timer.advance(1000);
  scene.change();
  await scene.timer.advance(1000);
  assert.equal(runs, 0);
});
