import assert from "node:assert/strict";
import { test } from "node:test";
import { Semaphore, type Permit, type Acquired } from "./semaphore.ts";

const { signal } = new AbortController();

const permit = (acquired: Acquired): Permit => {
  assert.ok(acquired.kind === "acquired");
  return acquired;
};

test("grants a limited number of permits at once, and the next ones in the order of the calls", async () => {
  const semaphore = new Semaphore({ atOnce: 2, waiting: 8 });
  const [one, two] = [permit(await semaphore.acquire(signal)), permit(await semaphore.acquire(signal))];
  const order: string[] = [];
  const third = semaphore.acquire(signal).then((acquired) => (order.push("third"), permit(acquired)));
  const fourth = semaphore.acquire(signal).then((acquired) => (order.push("fourth"), permit(acquired)));
  assert.equal(semaphore.isFree, false);
  two[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  (await fourth)[Symbol.dispose]();
  assert.deepEqual(order, ["third", "fourth"]);
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  assert.deepEqual(
    [await semaphore.acquire(signal), await semaphore.acquire(signal)].map(({ kind }) => kind),
    ["acquired", "acquired"],
  );
  assert.equal(semaphore.isFree, false, "a permit is released once");
});

test("refuses a caller at once when the queue is full", async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1 });
  await semaphore.acquire(signal);
  void semaphore.acquire(signal);
  assert.equal(semaphore.isFull, true);
  assert.equal((await semaphore.acquire(signal)).kind, "full");
});

test("removes a caller from the queue when its signal aborts", async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 8 });
  const first = permit(await semaphore.acquire(signal));
  const controller = new AbortController();
  const second = semaphore.acquire(controller.signal);
  const third = semaphore.acquire(signal);
  controller.abort();
  assert.equal((await second).kind, "aborted");
  first[Symbol.dispose]();
  assert.equal((await third).kind, "acquired");
  assert.equal((await semaphore.acquire(controller.signal)).kind, "aborted");
});
