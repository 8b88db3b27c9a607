import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { truncateFiles } from "./fit-files.ts";

const files = (...texts: readonly string[]) => texts.map((text, at) => ({ path: `/${at}`, real: `/${at}`, text }));
const textsOf = (texts: readonly string[], maxBytes: number) => truncateFiles(files(...texts), maxBytes).map(({ text }) => text);

test("files that fit stay whole", () => {
  assert.deepEqual(textsOf(["aaaa", "bbbb"], 8), ["aaaa", "bbbb"]);
});

test("truncates the farthest file first, at a line break, with a note", () => {
  const [far, near] = textsOf(["one\ntwo\nthree\n", "near"], 4 + 9);
  assert.equal(far, "one\ntwo\n[Cut here: there is no room for all 14 bytes. Read the file where it matters.]");
  assert.equal(near, "near");
});

test("when the nearest file leaves no room, only a note of the earlier ones stays", () => {
  const [farthest, far, near] = textsOf(["a", "b", "near and long"], 4);
  assert.match(near ?? "", /^near\[Cut here/);
  assert.match(far ?? "", /^\[Left out/);
  assert.match(farthest ?? "", /^\[Left out/);
});

test("a file is limited by its own maximum, and leaves the rest to the others", () => {
  const [far, near] = truncateFiles(files("far", "x".repeat(20)), 9, 6).map(({ text }) => text);
  assert.equal(far, "far");
  assert.match(near ?? "", /^x{6}\[Cut here/);
});

test("splits no character, and never exceeds the limit", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(100), (texts, maxBytes) => {
      const told = textsOf(texts, maxBytes).map((text) => text.replace(/\[(?:Cut here|Left out): there is no room.*\]$/, ""));
      assert.ok(Buffer.byteLength(told.join("")) <= maxBytes);
      for (const [at, text] of told.entries()) assert.ok((texts[at] ?? "").startsWith(text));
    }),
  );
});
