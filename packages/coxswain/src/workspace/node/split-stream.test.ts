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

test("yields the same lines for any chunks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n") })), async (chunks) => {
      const whole = chunks.join("");
      const lines = whole.split("\n");
      if (lines.at(-1) === "") lines.pop();
      assert.deepEqual((await collect(chunks, 1000)).found, lines);
    }),
  );
});

test("skips and counts a line over the limit, and yields the next one", async () => {
  assert.deepEqual(await collect(["ok\naaaa", "aaaa", "aa\nfine\n", "bbbbbbbbb"], 5), { found: ["ok", "fine"], tooLong: 2 });
});
