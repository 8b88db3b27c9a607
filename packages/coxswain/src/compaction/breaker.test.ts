import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker } from "./breaker.ts";

test("a compaction may follow another once the model has answered", () => {
  const breaker = new Breaker();
  assert.deepEqual(breaker.begin(), { may: true });
  assert.equal(breaker.done(false), undefined);
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: true });
});

test("two compactions without an answer of the model between them open the breaker, which is reported once", () => {
  const breaker = new Breaker();
  breaker.done(false);
  assert.deepEqual(breaker.begin(), { may: false, stopped: "no_progress" });
  assert.deepEqual(breaker.begin(), { may: false });
  assert.equal(breaker.mayRecover, false);
});

test("a compaction that did not lower usage opens the breaker, even after an answer of the model", () => {
  const breaker = new Breaker();
  assert.equal(breaker.done(true), "no_effect");
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: false });
});

test("a failed compaction opens the breaker, except for a request that is too long", () => {
  const breaker = new Breaker();
  assert.equal(breaker.failed(), "failed");
  assert.equal(breaker.failed(), undefined);
  assert.deepEqual(breaker.begin(), { may: false });
  assert.equal(breaker.mayRecover, true);
  assert.equal(breaker.done(false), undefined);
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: true });
});

test("the breaker closes once usage has fallen, or the user has compacted", () => {
  const breaker = new Breaker();
  breaker.done(true);
  breaker.answered(false);
  assert.deepEqual(breaker.begin(), { may: true });
  breaker.done(true);
  breaker.reset();
  assert.deepEqual(breaker.begin(), { may: true });
});

test("a breaker that opened for a missing answer closes with the answer, even if usage has not fallen", () => {
  const breaker = new Breaker();
  breaker.done(false);
  assert.deepEqual(breaker.begin(), { may: false, stopped: "no_progress" });
  breaker.answered(true);
  assert.deepEqual(breaker.begin(), { may: true });
});
