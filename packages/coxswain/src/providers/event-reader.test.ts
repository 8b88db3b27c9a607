import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EventReader } from "./event-reader.ts";

/** The events in pieces of a stream. */
const read = (...pieces: readonly (string | Uint8Array)[]): unknown[] => {
  const events: unknown[] = [];
  const reader = new EventReader((event) => events.push(event));
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return events;
};

const cut = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

test("the data of each event is read as JSON, with or without the space", () => {
  assert.deepEqual(read('data: {"a":1}\n\ndata:[2]\n\n'), [{ a: 1 }, [2]]);
});

test("lines of data are one text, and other fields and comments are passed over", () => {
  assert.deepEqual(read(': hello\nid: 7\nevent: delta\nretry: 10\ndatum: no\ndata: {"a":\ndata: 1}\nx\n\n'), [{ a: 1 }]);
});

test("lines end in LF, in CR or in both, wherever they are cut", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const bytes = Buffer.from(`data: {"a":${end}data: 1}${end}${end}data: 2${end}${end}`);
    for (const size of [1, 2, 3, 5, bytes.length])
      assert.deepEqual(read(...cut(bytes, size)), [{ a: 1 }, 2], JSON.stringify({ end, size }));
  }
});

test("a byte order mark at the beginning is none of the text", () => {
  assert.deepEqual(read("\uFEFFdata: 1\n\n"), [1]);
  assert.deepEqual(read(...cut(Buffer.from("\uFEFFdata: 1\n\n"), 1)), [1]);
});

test("[DONE], an event without data, and one without its end are no events", () => {
  assert.deepEqual(read("data: [DONE]\n\nevent: ping\n\n\n\ndata: 1\n"), []);
});

test("P11: data that is no JSON is unreadable, after the events before it", () => {
  const events: unknown[] = [];
  const reader = new EventReader((event) => events.push(event));
  assert.throws(() => reader.push(Buffer.from("data: 1\n\ndata: {oops\n\n")), { name: "UnreadableAnswer" });
  assert.deepEqual(events, [1]);
});

test("P23: whatever the text and wherever it is cut, it comes out as it went in", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(40)), (texts, places) => {
      const bytes = Buffer.from(texts.map((text) => `data: ${JSON.stringify(text)}\n\n`).join(""));
      const ends = [...places.map((place) => place % (bytes.length + 1)), 0, bytes.length].toSorted((one, other) => one - other);
      assert.deepEqual(read(...ends.slice(1).map((end, at) => bytes.subarray(ends[at], end))), texts);
    }),
  );
});

test("P23: bytes that are no UTF-8 are replaced as the web replaces them, wherever they are cut", () => {
  const bytes = fc.uint8Array({ maxLength: 12 }).filter((some) => some.every((byte) => byte > 0x7f));
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 5 }), (some, size) => {
      const stream = Buffer.concat([Buffer.from('data: "'), some, Buffer.from('"\n\n')]);
      assert.deepEqual(read(...cut(stream, size)), [new TextDecoder("utf-8", { ignoreBOM: true }).decode(some)]);
    }),
  );
});

test("P23: a line of ten megabytes in pieces of 16 kB, and in one, is read whole", () => {
  const text = "z".repeat(10_000_000);
  const bytes = Buffer.from(`data: "${text}"\n\n`);
  assert.deepEqual(read(bytes), [text]);
  assert.deepEqual(read(...cut(bytes, 16_384)), [text]);
});
