import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { messageLines } from "./message-lines.ts";

const split = (limit: number, chunks: readonly Buffer[]) => {
  const lines: string[] = [];
  let over = 0;
  let skipped = 0;
  const splitter = messageLines(limit, {
    line: (text) => lines.push(text),
    tooLong: () => (over += 1),
    skipped: () => (skipped += 1),
  });
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, over, skipped };
};

test("lines are the same wherever the stream is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 20 })), fc.array(fc.nat(9), { minLength: 1 }), (texts, cuts) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
      const chunks: Buffer[] = [];
      for (let from = 0, at = 0; from < bytes.length; at += 1) {
        const length = 1 + (cuts[at % cuts.length] ?? 0);
        chunks.push(bytes.subarray(from, from + length));
        from += length;
      }
      assert.deepEqual(split(1000, chunks), split(1000, [bytes]));
    }),
  );
});

test("empty lines and carriage returns are ignored", () => {
  assert.deepEqual(split(10, [Buffer.from("\n\r\na\r\n\nb\n")]).lines, ["a", "b"]);
});

test("a line of the limit passes, a longer one is skipped and reported once", () => {
  const lines = (text: string) =>
    split(
      4,
      Array.from(Buffer.from(text), (byte) => Buffer.of(byte)),
    );
  assert.deepEqual(lines("abcd\nefgh\n"), { lines: ["abcd", "efgh"], over: 0, skipped: 0 });
  assert.deepEqual(lines("ab\nabcde\nab\n"), { lines: ["ab", "ab"], over: 1, skipped: 1 });
  assert.deepEqual(lines("abcde"), { lines: [], over: 1, skipped: 0 });
});
