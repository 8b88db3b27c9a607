import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { occurrences } from "./occurrences.ts";

const naive = (whole: string, part: string): readonly number[] =>
  whole.split("").flatMap((_, at) => (part !== "" && whole.startsWith(part, at) ? [at] : []));

test("finds every occurrence in random strings, in lines and in characters", () => {
  const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, fc.nat(10), (whole, part, from) => {
      const expected = naive(whole, part);
      assert.deepEqual(occurrences(whole, part), expected);
      assert.deepEqual(occurrences(whole.split(""), part.split("")), expected);
      assert.deepEqual(
        occurrences(whole, part, { from }),
        expected.filter((at) => at >= from),
      );
      assert.deepEqual(occurrences(whole, part, { most: 2 }), expected.slice(0, 2));
    }),
  );
});

test("finds overlapping occurrences, or only separate ones with apart", () => {
  assert.deepEqual(occurrences("aaaaa", "aa"), [0, 1, 2, 3]);
  assert.deepEqual(occurrences("aaaaa", "aa", { apart: true }), [0, 2]);
});

test("searches ten million repetitive characters for a million characters that differ in one", () => {
  const whole = "a".repeat(10_000_000);
  assert.deepEqual(occurrences(whole, `b${"a".repeat(999_999)}`), []);
  assert.deepEqual(occurrences(whole, `${"a".repeat(999_999)}b`), []);
  assert.equal(occurrences(whole, "a".repeat(1_000_000), { most: 100 }).length, 100);
  const lines = Array.from({ length: 100_000 }, () => "x");
  assert.deepEqual(occurrences(lines, [...lines.slice(50_000), "y"]), []);
});
