import assert from "node:assert/strict";
import { test } from "node:test";
import type { Timers } from "../workspace/index.ts";
import { Publications } from "./publications.ts";

const { signal } = new AbortController();

/** Publications with timers that the test runs. `pending`: their milliseconds. */
const withTimers = () => {
  const timers = new Map<() => void, number>();
  const after: Timers["after"] = (ms, act) => {
    timers.set(act, ms);
    return () => void timers.delete(act);
  };
  const publications = new Publications({ now: () => 0, after });
  return { publications, pending: () => [...timers.values()], run: () => [...timers.keys()].forEach((act) => act()) };
};

test("published diagnostics are settled once no others have followed", async () => {
  const { publications, pending, run } = withTimers();
  const settled = publications.settled("/a", 9000, signal);
  assert.deepEqual(pending(), [9000]);
  publications.receive("/b", []);
  assert.deepEqual(pending(), [9000]);
  publications.receive("/a", [{} as never]);
  publications.receive("/a", []);
  assert.deepEqual(pending(), [150]);
  run();
  assert.deepEqual(await settled, []);
  assert.deepEqual(pending(), []);
});

test("diagnostics that were published before the wait count, unless the content has changed since", async () => {
  const { publications, pending, run } = withTimers();
  publications.receive("/a", []);
  const settled = publications.settled("/a", 9000, signal);
  assert.deepEqual(pending(), [150]);
  run();
  assert.deepEqual(await settled, []);
  publications.forget("/a");
  const later = publications.settled("/a", 9000, signal);
  assert.deepEqual(pending(), [9000]);
  run();
  assert.equal(await later, undefined);
});

test("a wait ends with its run, and when the server need not publish", async () => {
  const { publications, pending } = withTimers();
  const run = new AbortController();
  const aborted = publications.settled("/a", 9000, run.signal);
  run.abort();
  assert.equal(await aborted, undefined);
  const ended = publications.settled("/a", 9000, signal);
  publications.settleAll();
  assert.equal(await ended, undefined);
  assert.deepEqual(pending(), []);
});
