import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStream } from "./event-stream.ts";

test("who cannot be told what was is told nothing else, and nothing is kept for it", async () => {
  const stream = new EventStream();
  const reading = stream.subscribe(Promise.reject(new Error("the file is gone")));
  assert.ok(stream.read);
  await assert.rejects(reading.next(), /the file is gone/);
  assert.ok(!stream.read);
  await assert.rejects(reading.next(), /the file is gone/);
});
