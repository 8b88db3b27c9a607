import assert from "node:assert/strict";
import { test } from "node:test";
import { idleTimeout } from "./idle-timeout.ts";
import { manualTimers, never } from "./stub-server.fixture.ts";

test("aborts after the time without progress, and each reset starts it again", () => {
  const { timers, advance } = manualTimers();
  const timeout = idleTimeout(60, never(), timers);
  advance(59);
  timeout.reset();
  advance(59);
  assert.equal(timeout.signal.aborted, false);
  advance(1);
  assert.ok(timeout.signal.aborted);
  assert.ok(timeout.isOver);
});

test("does not run while it is paused", () => {
  const { timers, advance } = manualTimers();
  const timeout = idleTimeout(60, never(), timers);
  const first = timeout.pause();
  const second = timeout.pause();
  first();
  advance(1000);
  timeout.reset();
  advance(1000);
  assert.equal(timeout.signal.aborted, false);
  second();
  advance(60);
  assert.ok(timeout.isOver);
});

test("the caller's abort is not a timeout", () => {
  const caller = new AbortController();
  const timeout = idleTimeout(60, caller.signal, manualTimers().timers);
  caller.abort();
  assert.ok(timeout.signal.aborted);
  assert.equal(timeout.isOver, false);
});

test("an ended timeout never aborts", () => {
  const { timers, advance } = manualTimers();
  const caller = new AbortController();
  const timeout = idleTimeout(60, caller.signal, timers);
  timeout.end();
  timeout.reset();
  advance(100);
  caller.abort();
  assert.equal(timeout.signal.aborted, false);
});
