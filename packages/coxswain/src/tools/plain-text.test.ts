import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText } from "./plain-text.ts";

test("T9: of a line that is written over its end is left, and the carriage returns before a line end are a part of it", () => {
  assert.equal(plainText("10 %\r50 %\r100 %\r\ndone\r\r\n\rlast\r"), "100 %\ndone\n");
  assert.equal(plainText("a\n10 %\r20 %"), "a\n20 %");
});

test("T9: a line of ten million characters, or of carriage returns alone, is read once", () => {
  assert.equal(plainText("a".repeat(10_000_000)).length, 10_000_000);
  assert.equal(plainText("\r".repeat(10_000_000)), "");
});
