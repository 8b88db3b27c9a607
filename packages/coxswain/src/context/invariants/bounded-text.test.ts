import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textOf } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, png, result, user } from "../messages.fixture.ts";
import { boundedText, MOST_TEXT } from "./bounded-text.ts";

test("T1: of a text that is too long its beginning and its end are told, and how much is not", () => {
  const [told] = boundedText.enforce([result("1", `begin${"x".repeat(2 * MOST_TEXT)}end`)], facts());
  const text = told === undefined ? "" : textOf(told);
  assert.ok(text.length <= MOST_TEXT);
  assert.match(text, /^beginx+\n\[1\d{6} characters left out\]\nx+end$/);
});

test("a cut does not go through a character", () => {
  const [told] = boundedText.enforce([user(`a${"😀".repeat(MOST_TEXT)}`)], facts());
  assert.ok(told !== undefined && textOf(told).isWellFormed());
});

test("messages with less text stay the same objects, whatever their images weigh", () => {
  const messages = [user("x".repeat(MOST_TEXT - 1)), result("1", png("large.png", 2 * MOST_TEXT)), assistant(["a", "b"])];
  assert.ok(boundedText.enforce(messages, facts()).every((message, at) => message === messages[at]));
});

test("however the text is parted, all of it together is within the bound", () => {
  const lengths = fc.array(fc.constantFrom(0, 1, 63, 70_000, 900_000), { maxLength: 40 });
  fc.assert(
    fc.property(lengths, fc.nat(30_000), (sizes, more) => {
      const parts = [...sizes.map((size) => "x".repeat(size)), ...Array<string>(more).fill("y".repeat(80))];
      const [told] = boundedText.enforce([user(...parts)], facts());
      const texts = told?.content.map((part) => (part.type === "text" ? part.text : "")) ?? [];
      assert.ok(texts.join("\n").length <= MOST_TEXT);
    }),
    { numRuns: 50 },
  );
});
