import assert from "node:assert/strict";
import { test } from "node:test";
import { Stopwatch } from "./stopwatch.ts";

test("counts concurrent periods once, and adds earlier time", () => {
  const watch = new Stopwatch(2);
  watch.start(1_000);
  watch.start(1_500);
  assert.equal(watch.passed(1_600), 2_600);
  watch.stop(2_000);
  assert.equal(watch.passed(2_500), 3_500);
  watch.stop(3_000);
  assert.equal(watch.passed(9_000), 4_000);
});

test("a clock that goes backwards subtracts nothing", () => {
  const watch = new Stopwatch(0);
  watch.start(1_000);
  assert.equal(watch.passed(500), 0);
  watch.stop(500);
  assert.equal(watch.passed(500), 0);
});
