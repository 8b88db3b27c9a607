import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type InputLine, readLines } from "./read-lines.ts";

const lines = async (chunks: readonly Uint8Array[], max?: number): Promise<readonly InputLine[]> =>
  Array.fromAsync(
    readLines(
      (async function* () {
        yield* chunks;
      })(),
      max,
    ),
  );

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("reads the same lines from any chunks, even within a character", async () => {
  const text = '{"a":"grüße\u2028漢字🙂"}\n\n  \r\n{"b":1}\r\nlast';
  const bytes = encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1 }), async (sizes) => {
      const chunks: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      assert.deepEqual(await lines(chunks), ['{"a":"grüße\u2028漢字🙂"}', '{"b":1}\r', "last"]);
    }),
  );
});

test("reports a line that is too long and reads the next one", async () => {
  assert.deepEqual(await lines(["x".repeat(6), "x".repeat(6), "\nnext\n"].map(encode), 10), [undefined, "next"]);
});
