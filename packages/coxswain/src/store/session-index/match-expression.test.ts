import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchExpression } from "./match-expression.ts";
import { fact, headerOf, openScene } from "./session-index.fixture.ts";

test("words, phrases and beginnings are quoted, so that nothing is an operator", () => {
  const expressions: Readonly<Record<string, string | undefined>> = {
    "one two": '"one" "two"',
    '"one two" thr*': '"one two" "thr"*',
    '"one tw"*': '"one tw"*',
    'open "phrase': '"open" "phrase"',
    "one AND NOT text:two": '"one" "AND" "NOT" "text:two"',
    "NEAR(a b) ^c +d -e": '"NEAR(a" "b)" "^c" "+d" "-e"',
    '-- * ** "" \'': undefined,
    "": undefined,
    'a"b"c': '"a" "b" "c"',
  };
  for (const [typed, expression] of Object.entries(expressions)) assert.equal(matchExpression(typed), expression, typed);
});

test("whatever is typed, a search answers", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [fact(0, { by: "user", text: "common words" })]);
  const hostile = fc.constantFrom('"', "*", "(", ")", "AND", "OR", "NOT", "NEAR", "^", ":", "{", "}", "-", "+", "\0", "'", "common", " ");
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(hostile).map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      await index.search(text);
    }),
  );
});
