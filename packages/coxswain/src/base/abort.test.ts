import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { consume } from "./abort.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let n = 0; n < count; n++) yield n;
}

const never: AsyncIterable<number> = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };

test("all parts of a stream are taken in order", async () => {
  const taken: number[] = [];
  assert.equal(await consume(numbers(3), new AbortController().signal, (part) => taken.push(part)), true);
  assert.deepEqual(taken, [0, 1, 2]);
});

test("an abort ends the wait for a stream that never goes on", async () => {
  const abort = new AbortController();
  const end = consume(never, abort.signal, () => {});
  abort.abort();
  assert.equal(await end, false);
});

test("nothing is taken after an abort", async () => {
  const abort = new AbortController();
  const taken: number[] = [];
  const end = consume(numbers(10), abort.signal, (part) => {
    taken.push(part);
    if (part === 2) abort.abort();
  });
  assert.equal(await end, false);
  assert.deepEqual(taken, [0, 1, 2]);
});

test("a signal that has aborted before starts nothing", async () => {
  assert.equal(await consume(never, AbortSignal.abort(), () => assert.fail("nothing is to be taken")), false);
});

test("what the stream throws is thrown", async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error("reset");
  }
  await assert.rejects(
    consume(broken(), new AbortController().signal, () => {}),
    /reset/,
  );
});

test("what the taker throws is thrown, and the stream is left", async () => {
  let left = false;
  async function* watched(): AsyncGenerator<number> {
    try {
      yield 1;
      yield 2;
    } finally {
      left = true;
    }
  }
  const end = consume(watched(), new AbortController().signal, () => {
    throw new Error("taker");
  });
  await assert.rejects(end, /taker/);
  assert.equal(left, true);
});

test("a stream that throws in place of failing is one that fails, and leaving it disturbs nobody", async () => {
  const rude: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        throw new Error("rude");
      },
    }),
  };
  await assert.rejects(
    consume(rude, new AbortController().signal, () => {}),
    /rude/,
  );
  const abort = new AbortController();
  const clinging: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: () => {
        throw new Error("stay");
      },
    }),
  };
  const end = consume(clinging, abort.signal, () => {});
  abort.abort();
  assert.equal(await end, false);
});

test("no listener stays on the signal", async () => {
  const { signal } = new AbortController();
  for (let n = 0; n < 5; n++) await consume(numbers(3), signal, () => {});
  assert.equal(getEventListeners(signal, "abort").length, 0);
});
