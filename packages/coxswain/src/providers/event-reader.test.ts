import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EventReader } from "./event-reader.ts";

/** Parses the events of a stream's chunks. */
const read = (...pieces: readonly (string | Uint8Array)[]): unknown[] => {
  const events: unknown[] = [];
  const reader = new EventReader((event) => events.push(event));
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return events;
};

const cut = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

test("parses each event's data as JSON, with or without the space", () => {
  assert.deepEqual(read('data: {"a":1}\n\ndata:[2]\n\n'), [{ a: 1 }, [2]]);
});

test("joins data lines, and ignores other fields and comments", () => {
  assert.deepEqual(read(': hello\nid: 7\nevent: delta\nretry: 10\ndatum: no\ndata: {"a":\ndata: 1}\nx\n\n'), [{ a: 1 }]);
});

test("accepts line ends LF, CR and CRLF, split anywhere", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const bytes = Buffer.from(`data: {"a":${end}data: 1}${end}${end}data: 2${end}${end}`);
    for (const size of [1, 2, 3, 5, bytes.length])
      assert.deepEqual(read(...cut(bytes, size)), [{ a: 1 }, 2], JSON.stringify({ end, size }));
  }
});

test("strips a leading byte order mark", () => {
  assert.deepEqual(read("\uFEFFdata: 1\n\n"), [1]);
  assert.deepEqual(read(...cut(Buffer.from("\uFEFFdata: 1\n\n"), 1)), [1]);
});

test("ignores [DONE], an event without data, and an incomplete event", () => {
  assert.deepEqual(read("data: [DONE]\n\nevent: ping\n\n\n\ndata: 1\n"), []);
});

test("P11: rejects data that is not JSON, after the preceding events", () => {
  const events: unknown[] = [];
  const reader = new EventReader((event) => events.push(event));
  assert.throws(() => reader.push(Buffer.from("data: 1\n\ndata: {oops\n\n")), { name: "UnreadableAnswer" });
  assert.deepEqual(events, [1]);
});

test("P23: preserves any text, split anywhere", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(40)), (texts, places) => {
      const bytes = Buffer.from(texts.map((text) => `data: ${JSON.stringify(text)}\n\n`).join(""));
      const ends = [...places.map((place) => place % (bytes.length + 1)), 0, bytes.length].toSorted((one, other) => one - other);
      assert.deepEqual(read(...ends.slice(1).map((end, at) => bytes.subarray(ends[at], end))), texts);
    }),
  );
});

test("P23: replaces invalid UTF-8 like TextDecoder, split anywhere", () => {
  const bytes = fc.uint8Array({ maxLength: 12 }).filter((some) => some.every((byte) => byte > 0x7f));
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 5 }), (some, size) => {
      const stream = Buffer.concat([Buffer.from('data: "'), some, Buffer.from('"\n\n')]);
      assert.deepEqual(read(...cut(stream, size)), [new TextDecoder("utf-8", { ignoreBOM: true }).decode(some)]);
    }),
  );
});

test("P23: reads a line of ten megabytes, in chunks of 16 kB or in one", () => {
  const text = "z".repeat(10_000_000);
  const bytes = Buffer.from(`data: "${text}"\n\n`);
  assert.deepEqual(read(bytes), [text]);
  assert.deepEqual(read(...cut(bytes, 16_384)), [text]);
});
