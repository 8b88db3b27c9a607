import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answerValue } from "./answer-value.ts";

const valueOf = (text: string): unknown => {
  const answer = answerValue(text);
  return "value" in answer ? answer.value : answer.problem;
};

test("parses an answer that is JSON as a whole, whatever it contains", () => {
  assert.deepEqual(valueOf(' {"a": "```json\\n1\\n```"}\n'), { a: "```json\n1\n```" });
  assert.equal(valueOf("null"), null);
  assert.equal(valueOf('"words"'), "words");
  fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(valueOf(text), JSON.parse(text))));
});

test("parses the only fenced block of an answer in words", () => {
  assert.deepEqual(valueOf('Here it is:\n\n```json\n{"a": [1]}\n```\nIt has {one} entry.'), { a: [1] });
  assert.deepEqual(valueOf("~~~\n[1]\n~~~"), [1]);
  assert.equal(valueOf("```json\n7\n```"), 7);
});

test("without a fenced block, parses the range from the first brace or bracket to the last", () => {
  assert.deepEqual(valueOf('The answer is {"a": {"b": 1}}. Anything else?'), { a: { b: 1 } });
  assert.deepEqual(valueOf("I found [1, 2]"), [1, 2]);
});

test("an ambiguous answer is not JSON", () => {
  for (const text of ["one or two", '{"a": 1} or {"a": 2}', "```\n1\n```\n```\n2\n```", '{"a": 1,}', "} {", "NaN"]) {
    assert.equal(valueOf(text), "it is not JSON", text);
  }
});

test("reports an empty answer, and a number that the log cannot store", () => {
  assert.equal(valueOf(" \n"), "it is empty");
  assert.equal(valueOf('{"a": 1e999}'), "it contains a number that is too large");
});

test("parses a long answer of brackets and fences in linear time", () => {
  for (const text of ["[".repeat(200_000), "```\n".repeat(50_000), "```a\n".repeat(50_000), "{}".repeat(100_000)])
    assert.equal(valueOf(text), "it is not JSON");
});
