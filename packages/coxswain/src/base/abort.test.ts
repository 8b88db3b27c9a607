import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { consume, orAborted, unlessAborted } from "./abort.ts";

test("orAborted and unlessAborted stop waiting when the signal aborts, before or during the wait", async () => {
  const pending = new Promise<string>(() => {});
  const abort = new AbortController();
  const optional = orAborted(pending, abort.signal);
  const required = unlessAborted(pending, abort.signal);
  const described = unlessAborted(pending, abort.signal, () => new Error("stopped"));
  abort.abort(new Error("over"));
  assert.equal(await optional, undefined);
  await assert.rejects(required, { message: "over" });
  await assert.rejects(described, { message: "stopped" });
  assert.equal(await orAborted(pending, abort.signal), undefined);
  await assert.rejects(unlessAborted(pending, abort.signal), { message: "over" });
});

test("orAborted and unlessAborted settle as the promise does, and leave no listener on the signal", async () => {
  const { signal } = new AbortController();
  for (const wait of [orAborted, unlessAborted]) {
    assert.equal(await wait(Promise.resolve("value"), signal), "value");
    await assert.rejects(wait(Promise.reject(new Error("failed")), signal), { message: "failed" });
  }
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

async function* numbers(count: number): AsyncGenerator<number> {
  for (let n = 0; n < count; n++) yield n;
}

const never: AsyncIterable<number> = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };

test("consume reads all parts of a stream in order", async () => {
  const parts: number[] = [];
  assert.equal(await consume(numbers(3), new AbortController().signal, (part) => parts.push(part)), true);
  assert.deepEqual(parts, [0, 1, 2]);
});

test("consume returns at an abort although the stream never yields", async () => {
  const abort = new AbortController();
  const end = consume(never, abort.signal, () => {});
  abort.abort();
  assert.equal(await end, false);
});

test("consume reads no part after an abort", async () => {
  const abort = new AbortController();
  const parts: number[] = [];
  const end = consume(numbers(10), abort.signal, (part) => {
    parts.push(part);
    if (part === 2) abort.abort();
  });
  assert.equal(await end, false);
  assert.deepEqual(parts, [0, 1, 2]);
});

test("consume reads nothing when the signal has already aborted", async () => {
  assert.equal(await consume(never, AbortSignal.abort(), () => assert.fail("must not read a part")), false);
});

test("consume rejects with the stream's error", async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error("reset");
  }
  await assert.rejects(
    consume(broken(), new AbortController().signal, () => {}),
    /reset/,
  );
});

test("consume rejects with the callback's error, and closes the stream", async () => {
  let closed = false;
  async function* closable(): AsyncGenerator<number> {
    try {
      yield 1;
      yield 2;
    } finally {
      closed = true;
    }
  }
  const end = consume(closable(), new AbortController().signal, () => {
    throw new Error("taker");
  });
  await assert.rejects(end, /taker/);
  assert.equal(closed, true);
});

test("consume rejects when next() throws synchronously, and ignores a return() that throws", async () => {
  const sync: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        throw new Error("sync");
      },
    }),
  };
  await assert.rejects(
    consume(sync, new AbortController().signal, () => {}),
    /sync/,
  );
  const abort = new AbortController();
  const unclosable: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: () => {
        throw new Error("stay");
      },
    }),
  };
  const end = consume(unclosable, abort.signal, () => {});
  abort.abort();
  assert.equal(await end, false);
});

test("consume leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  for (let n = 0; n < 5; n++) await consume(numbers(3), signal, () => {});
  assert.equal(getEventListeners(signal, "abort").length, 0);
});
