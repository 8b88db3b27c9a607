import assert from "node:assert/strict";
import { test } from "node:test";
import { requestTimeout } from "./request-timeout.ts";
import { manualTimers, never } from "./stub-server.fixture.ts";

test("aborts after the time without progress, and each reset starts it again", () => {
  const { timers, advance } = manualTimers();
  const timeout = requestTimeout({ idle: 60, total: 1000 }, never(), timers);
  advance(59);
  timeout.reset();
  advance(59);
  assert.equal(timeout.signal.aborted, false);
  advance(1);
  assert.ok(timeout.signal.aborted);
  assert.equal(timeout.exceeded, "idle");
});

test("aborts after the total time in spite of progress", () => {
  const { timers, advance } = manualTimers();
  const timeout = requestTimeout({ idle: 60, total: 100 }, never(), timers);
  advance(50);
  timeout.reset();
  advance(49);
  timeout.reset();
  assert.equal(timeout.signal.aborted, false);
  advance(1);
  assert.ok(timeout.signal.aborted);
  assert.equal(timeout.exceeded, "total");
});

test("progress after the total time, before the process could abort, waits no further", () => {
  const { timers, requested } = manualTimers();
  let now = 0;
  const timeout = requestTimeout({ idle: 60, total: 100 }, never(), { ...timers, now: () => now });
  now = 150;
  timeout.reset();
  assert.deepEqual(requested, [60, 0]);
});

test("neither time runs while it is paused", () => {
  const { timers, advance } = manualTimers();
  const timeout = requestTimeout({ idle: 60, total: 100 }, never(), timers);
  advance(30);
  const first = timeout.pause();
  advance(1000);
  const second = timeout.pause();
  first();
  advance(1000);
  timeout.reset();
  advance(1000);
  assert.equal(timeout.signal.aborted, false);
  second();
  advance(59);
  timeout.reset();
  advance(10);
  assert.equal(timeout.signal.aborted, false);
  advance(1);
  assert.equal(timeout.exceeded, "total");
});

test("the caller's abort exceeds no limit", () => {
  const caller = new AbortController();
  const timeout = requestTimeout({ idle: 60, total: 60 }, caller.signal, manualTimers().timers);
  caller.abort();
  assert.ok(timeout.signal.aborted);
  assert.equal(timeout.exceeded, undefined);
});

test("an ended timeout never aborts", () => {
  const { timers, advance } = manualTimers();
  const caller = new AbortController();
  const timeout = requestTimeout({ idle: 60, total: 100 }, caller.signal, timers);
  timeout.end();
  timeout.reset();
  advance(100);
  caller.abort();
  assert.equal(timeout.signal.aborted, false);
});
