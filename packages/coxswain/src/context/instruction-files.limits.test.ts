import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { truncateFiles } from "./instruction-files.ts";

const files = (...texts: readonly string[]) => texts.map((text, at) => ({ path: `/${at}`, real: `/${at}`, text }));
const textsOf = (texts: readonly string[], maxBytes: number) => truncateFiles(files(...texts), maxBytes).map(({ text }) => text);

test("files that fit stay whole", () => {
  assert.deepEqual(textsOf(["aaaa", "bbbb"], 8), ["aaaa", "bbbb"]);
});

test("truncates the farthest file first, at a line break, with a note", () => {
  const [far, near] = textsOf(["one\ntwo\nthree\n", "near"], 4 + 9);
  assert.equal(far, "one\ntwo\n[Truncated here: the file has 14 bytes, over the limit. Read it if you need the rest.]");
  assert.equal(near, "near");
});

test("when the nearest file leaves no room, only a note of the earlier ones stays", () => {
  const [farthest, far, near] = textsOf(["a", "b", "near and long"], 4);
  assert.match(near ?? "", /^near\[Truncated here/);
  assert.match(far ?? "", /^\[Omitted/);
  assert.match(farthest ?? "", /^\[Omitted/);
});

test("a file is limited by its own maximum, and leaves the rest to the others", () => {
  const [far, near] = truncateFiles(files("far", "x".repeat(20)), 9, 6).map(({ text }) => text);
  assert.equal(far, "far");
  assert.match(near ?? "", /^x{6}\[Truncated here/);
});

test("splits no character, and never exceeds the limit", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(100), (texts, maxBytes) => {
      const projected = textsOf(texts, maxBytes).map((text) => text.replace(/\[(?:Truncated here|Omitted): the file has.*\]$/, ""));
      assert.ok(Buffer.byteLength(projected.join("")) <= maxBytes);
      for (const [at, text] of projected.entries()) assert.ok((texts[at] ?? "").startsWith(text));
    }),
  );
});
