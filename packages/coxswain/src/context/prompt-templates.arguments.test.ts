import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitArguments } from "./prompt-templates.ts";

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["", []],
  ["  \n ", []],
  ["a b\tc\nd", ["a", "b", "c", "d"]],
  ['"a b" c', ["a b", "c"]],
  ["'a \"b' c", ['a "b', "c"]],
  ['x"y z"w', ["xy zw"]],
  ['""', [""]],
  [String.raw`a\ b \"c\" d\'e`, ["a b", '"c"', "d'e"]],
  [String.raw`"a \"b\" \n \\"`, [String.raw`a "b" \n ` + "\\"]],
  [String.raw`C:\folder\file`, [String.raw`C:\folder\file`]],
  ["don't do it", ["don't", "do", "it"]],
  ['say "hi', ["say", '"hi']],
  ["👩‍👩‍👧 $1", ["👩‍👩‍👧", "$1"]],
];

test("splits arguments as a shell does, and an unclosed quote is literal", () => {
  for (const [text, words] of CASES) assert.deepEqual(splitArguments(text), words, text);
});

test("quoted words stay unchanged", () => {
  const quoted = (word: string): string => `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (words) => {
      assert.deepEqual(
        splitArguments(words.map(quoted).join(" ")),
        words.map((word) => word.toWellFormed() && word),
      );
    }),
  );
});

test("for any input, no letter is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", " ", "'", '"', "\\", "\n", "é")), (letters) => {
      const words = splitArguments(letters.join(""));
      const count = (text: string) => text.replaceAll(/[^aé]/g, "");
      assert.equal(count(words.join("")), count(letters.join("")));
    }),
  );
});
