import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker } from "./breaker.ts";

test("one compaction may follow another once the model has answered", () => {
  const breaker = new Breaker();
  assert.deepEqual(breaker.begin(), { may: true });
  assert.equal(breaker.done(false), undefined);
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: true });
});

test("two without an answer of the model between stop it, which is told once", () => {
  const breaker = new Breaker();
  breaker.done(false);
  assert.deepEqual(breaker.begin(), { may: false, stopped: "no_progress" });
  assert.deepEqual(breaker.begin(), { may: false });
  assert.equal(breaker.mayRecover, false);
});

test("one that did not bring usage down stops it, also once the model has answered", () => {
  const breaker = new Breaker();
  assert.equal(breaker.done(true), "no_effect");
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: false });
});

test("one that failed stops it, but for a request that is too long", () => {
  const breaker = new Breaker();
  assert.equal(breaker.failed(), "failed");
  assert.equal(breaker.failed(), undefined);
  assert.deepEqual(breaker.begin(), { may: false });
  assert.equal(breaker.mayRecover, true);
  assert.equal(breaker.done(false), undefined);
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: true });
});

test("it goes on once usage has fallen by itself, or the person has compacted", () => {
  const breaker = new Breaker();
  breaker.done(true);
  breaker.answered(false);
  assert.deepEqual(breaker.begin(), { may: true });
  breaker.done(true);
  breaker.reset();
  assert.deepEqual(breaker.begin(), { may: true });
});

test("where an answer of the model was missing it goes on with the answer, also where usage has not fallen", () => {
  const breaker = new Breaker();
  breaker.done(false);
  assert.deepEqual(breaker.begin(), { may: false, stopped: "no_progress" });
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: true });
});
