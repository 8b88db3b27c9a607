import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { Answer } from "./answer.ts";
import { responseOf } from "./response-of.ts";

const answer = (body: Readable, status = 200): Answer => ({
  status,
  statusText: "Fine",
  headers: { "x-one": "a", "x-two": ["b", "c"] },
  body,
});
const silent = (): void => {};

test("returns a response with the answer's status, headers and body", async () => {
  const response = responseOf(answer(Readable.from([Buffer.from("one "), Buffer.from("two")]), 201), silent);
  assert.equal(response.status, 201);
  assert.equal(response.statusText, "Fine");
  assert.equal(response.headers.get("x-one"), "a");
  assert.equal(response.headers.get("x-two"), "b, c");
  assert.equal(await response.text(), "one two");
});

test("calls onBytes for each chunk of the body", async () => {
  let count = 0;
  const response = responseOf(answer(Readable.from(["one", "two", "three"].map((text) => Buffer.from(text)))), () => (count += 1));
  await response.text();
  assert.equal(count, 3);
});

test("pauses the source for a slow reader", async () => {
  let count = 0;
  const source = new Readable({
    read() {
      count += 1;
      setImmediate(() => this.push(count > 512 ? null : Buffer.alloc(64 * 1024)));
    },
  });
  const reader = (responseOf(answer(source), silent).body ?? assert.fail("no body")).getReader();
  await reader.read();
  for (let turn = 0; turn < 600; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(count < 512, `${count} of 512 pieces came unread`);
  let bytes = 64 * 1024;
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.byteLength;
  assert.ok(bytes > 30 * 1024 * 1024);
});

test("cancelling the body destroys the source, and an error of the source fails the body", async () => {
  const left = new Readable({ read: silent });
  await responseOf(answer(left), silent).body?.cancel();
  assert.ok(left.destroyed);
  const broken = new Readable({ read: silent });
  const read = responseOf(answer(broken), silent).text();
  broken.destroy(new Error("reset"));
  await assert.rejects(read, { message: "reset" });
});
