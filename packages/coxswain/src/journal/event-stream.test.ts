import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStream } from "./event-stream.ts";

test("a reader whose past events cannot be read receives only the error, and is unsubscribed", async () => {
  const stream = new EventStream();
  const reading = stream.subscribe(Promise.reject(new Error("file not found")));
  assert.ok(stream.hasReaders);
  await assert.rejects(reading.next(), /file not found/);
  assert.ok(!stream.hasReaders);
  await assert.rejects(reading.next(), /file not found/);
});
