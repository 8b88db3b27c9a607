import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText } from "./plain-text.ts";

test("T9: an overwritten line shows its last version, and carriage returns before a line end are part of it", () => {
  assert.equal(plainText("10 %\r50 %\r100 %\r\ndone\r\r\n\rlast\r"), "100 %\ndone\n");
  assert.equal(plainText("a\n10 %\r20 %"), "a\n20 %");
});

test("T9: reads a line of ten million characters, or only carriage returns, in linear time", () => {
  assert.equal(plainText("a".repeat(10_000_000)).length, 10_000_000);
  assert.equal(plainText("\r".repeat(10_000_000)), "");
});

const ORDERS: readonly (readonly [text: string, seen: string])[] = [
  ["\u001b[1;31mred\u001b[0m \u001b[38:2::1:2:3mx\u001b[m", "red x"],
  ["\u001b[2J\u001b[H\u001b[?25la\u001b[12 qb\u009b1mc", "abc"],
  ["\u001b]0;title\u0007a\u001b]8;;https://evil.net\u001b\\link\u001b]8;;\u001b\\b", "alinkb"],
  ["\u001bP1$r0m\u001b\\a\u001b_secret\u001b\\b\u001b^x\u0007c\u001bXy\u009cd", "abcd"],
  ["\u001b(Ba\u001b=b\u001b7c\u001bcd", "abcd"],
  ["\u001b]52;c;no end", "52;c;no end"],
  ["a\u001b[31", "a31"],
  ["a\u001b", "a\ufffd"],
];

for (const [text, seen] of ORDERS) {
  test(`T9: converts ${JSON.stringify(text)} to ${JSON.stringify(seen)} without escape sequences`, () =>
    assert.equal(plainText(text), seen));
}

test("T9: scans unterminated and repeated escape sequences in linear time", () => {
  for (const order of ["\u001b]", "\u001b[", "\u001bP", "\u001b", "\u009b", "\u001b]a;b", "\u001b[1;", "\u001b ", "\u001b[ "])
    assert.ok(plainText(order.repeat(1_000_000)).length <= 3_000_000, order);
  assert.equal(plainText(`\u001b]${"a".repeat(10_000_000)}`).length, 10_000_000);
});
