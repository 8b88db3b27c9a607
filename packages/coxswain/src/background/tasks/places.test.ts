import assert from "node:assert/strict";
import { test } from "node:test";
import { Semaphore, type Permit, type Acquired } from "./places.ts";

const { signal } = new AbortController();

const taken = (turn: Acquired): Permit => {
  assert.ok(turn.kind === "taken");
  return turn;
};

test("so many have a place at once, and who waits gets the next that is free, in their order", async () => {
  const places = new Semaphore({ atOnce: 2, waiting: 8 });
  const [one, two] = [taken(await places.take(signal)), taken(await places.take(signal))];
  const order: string[] = [];
  const third = places.take(signal).then((turn) => (order.push("third"), taken(turn)));
  const fourth = places.take(signal).then((turn) => (order.push("fourth"), taken(turn)));
  assert.equal(places.isFree, false);
  two[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  (await fourth)[Symbol.dispose]();
  assert.deepEqual(order, ["third", "fourth"]);
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  assert.deepEqual(
    [await places.take(signal), await places.take(signal)].map(({ kind }) => kind),
    ["taken", "taken"],
  );
  assert.equal(places.isFree, false, "a place is given back once");
});

test("who would wait behind too many is told at once", async () => {
  const places = new Semaphore({ atOnce: 1, waiting: 1 });
  await places.take(signal);
  void places.take(signal);
  assert.equal(places.isFull, true);
  assert.equal((await places.take(signal)).kind, "full");
});

test("who does not want to wait any more leaves the row", async () => {
  const places = new Semaphore({ atOnce: 1, waiting: 8 });
  const first = taken(await places.take(signal));
  const leaving = new AbortController();
  const second = places.take(leaving.signal);
  const third = places.take(signal);
  leaving.abort();
  assert.equal((await second).kind, "aborted");
  first[Symbol.dispose]();
  assert.equal((await third).kind, "taken");
  assert.equal((await places.take(leaving.signal)).kind, "aborted");
});
