import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchingPrompts } from "./matching-prompts.ts";

const prompts = (...texts: readonly string[]) => texts.map((text, at) => ({ text, at: 1000 - at, isCut: false }));

const found = (texts: readonly string[], filter: string): readonly string[] =>
  matchingPrompts(prompts(...texts), filter).map(({ text }) => text);

test("the whole filter comes first, then its words in order, then in any order", () => {
  const texts = ["tests to fix", "fix all the tests", "please fix\ntests now", "fix it"];
  assert.deepEqual(found(texts, "Fix tests"), ["please fix\ntests now", "fix all the tests", "tests to fix"]);
});

test("the latest of equal matches is first", () => {
  assert.deepEqual(found(["fix b", "fix a"], "fix"), ["fix b", "fix a"]);
});

test("letters that are spread over other words match nothing", () => {
  assert.deepEqual(found(["for instance, explain the extension points"], "fixtests"), []);
  assert.deepEqual(found(["deploy the service to production"], "dsp"), []);
});

test("a similar word is found only if no prompt has the word itself", () => {
  assert.deepEqual(found(["run the migration", "migrate it"], "mgrat"), ["run the migration", "migrate it"]);
  assert.deepEqual(found(["run the migration", "mgrat"], "mgrat"), ["mgrat"]);
});

test("any filter finds a part of the prompts, in any notation", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.string({ unit: "grapheme" }), (texts, filter) => {
      for (const text of found(texts, filter)) assert.ok(texts.includes(text));
    }),
  );
});
