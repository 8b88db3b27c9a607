import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../log/index.ts";
import { decodeLine, salvage } from "./decode-line.ts";
import { note } from "./store.fixture.ts";

const line = (seq: number, text = ""): Buffer => Buffer.from(encode(note(seq, text)));
const found = (...parts: readonly (Buffer | string)[]): number[] =>
  salvage(Buffer.concat(parts.map((part) => Buffer.from(part)))).map(({ seq }) => seq);

test("L6: bytes that are not UTF-8 are not an entry, but a written replacement character is", () => {
  const bytes = line(1, "?");
  bytes[bytes.indexOf("?")] = 0xff;
  assert.equal(decodeLine(bytes), undefined);
  assert.deepEqual(decodeLine(line(1, "\ufffd")), note(1, "\ufffd"));
});

test("L5: finds an entry after the start of any other", () => {
  const torn = line(1, '日本 {"seq":');
  for (let cut = 0; cut < torn.length; cut++) assert.deepEqual(found(torn.subarray(0, cut), line(2)), [2]);
});

test("L5: finds all entries without a line end between them", () => {
  assert.deepEqual(found(line(1), line(2), line(3)), [1, 2, 3]);
});

test("L4: finds entries on both sides of zeros", () => {
  assert.deepEqual(found("\0\0", line(1), "\0\0\0", line(2).subarray(9), "\0", line(3), "\0"), [1, 3]);
});

test("ignores the text of an entry that looks like an entry", () => {
  const quoting = line(1, encode(note(9)));
  assert.deepEqual(found(quoting.subarray(0, -1)), []);
  assert.deepEqual(found("x", quoting), [1]);
});

test("L6: gives up on a line that is crafted for quadratic time", () => {
  // A quadratic search would take longer than the runner's timeout.
  assert.deepEqual(found('{"seq":'.repeat(1_000_000)), []);
});
