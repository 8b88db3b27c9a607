import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { estimateTextTokens } from "../model/index.ts";
import { areWithin, shortened, shortenedToTokens } from "./shortened.ts";

const texts = fc
  .array(fc.constantFrom("word ", "\u4e2d\u6587", "😀", "x".repeat(300)), { maxLength: 300, size: "max" })
  .map((parts) => parts.join(""));

test("shortens a string to its start and its end, with the number of omitted characters", () => {
  assert.equal(shortened(`begin${"x".repeat(500)}end`, 100), `begin${"x".repeat(13)}\n[472 characters omitted]\n${"x".repeat(15)}end`);
  assert.equal(shortened("short", 100), "short");
});

test("shortens a string of any script to at most its token limit, and not to much less", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 100, max: 3_000 }), (text, tokens) => {
      const projected = shortenedToTokens(text, tokens);
      assert.ok(projected.isWellFormed());
      assert.equal(projected === text, estimateTextTokens(text) <= tokens);
      assert.ok(estimateTextTokens(projected) <= tokens);
      if (projected !== text) assert.ok(estimateTextTokens(projected) > tokens * 0.5, `${estimateTextTokens(projected)} of ${tokens}`);
      assert.equal(areWithin([text], tokens), estimateTextTokens(text) <= tokens);
    }),
    { numRuns: 300 },
  );
});
