import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textHash } from "./text-hash.ts";

test("a hash has 16 hexadecimal digits, the same in every process", () => {
  assert.equal(textHash(""), "811c9dc59e3779b9");
  assert.equal(textHash("abc"), textHash("abc"));
  assert.match(textHash("Bowline, bend"), /^[0-9a-f]{16}$/);
});

test("strings that differ by one character, by the order of lines or by length have different hashes", () => {
  const text = "Run the tests before each commit.\n".repeat(40);
  const variants = new Set([text, `${text} `, text.slice(1), text.split("\n").toSorted().join("\n")]);
  for (let at = 0; at < text.length; at += 1) variants.add(`${text.slice(0, at)}#${text.slice(at + 1)}`);
  assert.equal(new Set([...variants].map(textHash)).size, variants.size);
});

test("100,000 short strings have different hashes", () => {
  const texts = Array.from({ length: 100_000 }, (_, at) => `section ${at}`);
  assert.equal(new Set(texts.map(textHash)).size, texts.length);
});

test("arbitrary different strings have different hashes", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => a === b || textHash(a) !== textHash(b)));
});
