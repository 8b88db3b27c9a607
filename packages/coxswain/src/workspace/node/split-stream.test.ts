import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitStream } from "./split-stream.ts";

const collect = async (chunks: readonly string[], maxBytes: number) => {
  const found: string[] = [];
  let tooLong = 0;
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk, "latin1");
  })();
  for await (const piece of splitStream(bytes, { maxBytes, onTooLong: () => tooLong++ })) found.push(piece);
  return { found, tooLong };
};

test("lines are the same however the bytes were cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n") })), async (chunks) => {
      const whole = chunks.join("");
      const lines = whole.split("\n");
      if (lines.at(-1) === "") lines.pop();
      assert.deepEqual((await collect(chunks, 1000)).found, lines);
    }),
  );
});

test("a line over the limit is left out and counted, and the next one comes", async () => {
  assert.deepEqual(await collect(["ok\naaaa", "aaaa", "aa\nfine\n", "bbbbbbbbb"], 5), { found: ["ok", "fine"], tooLong: 2 });
});
