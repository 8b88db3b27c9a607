import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { typedAnswer } from "./permission-answer.ts";

const OFFERED = { offers: ["bash(npm test $)"] };
const kindOf = (line: string, question: { readonly offers: readonly string[] } = OFFERED, long = false): string =>
  typedAnswer(line, question, long).kind;

test("accepts a letter or its word in either case", () => {
  const kinds = { y: "once", YES: "once", s: "session", session: "session", P: "project", always: "always", n: "deny", No: "deny" };
  for (const [line, kind] of Object.entries(kinds)) assert.equal(kindOf(line), kind, line);
});

test("treats other words as a denial with these words as the reason", () => {
  assert.deepEqual(typedAnswer("n use yarn here", OFFERED), { kind: "deny", reason: "use yarn here" });
  assert.deepEqual(typedAnswer("no tests now", OFFERED), { kind: "deny", reason: "no tests now" });
  assert.deepEqual(typedAnswer("first show me the diff", OFFERED), { kind: "deny", reason: "first show me the diff" });
});

test("asks again after Enter, another letter, or words that start like an approval", () => {
  for (const line of ["", "x", "1", "y but only once", "yes, continue", "ok", "s please", "Allow"])
    assert.equal(kindOf(line), "again", line);
});

test("saves the wider rules with s, p and a, and the exact ones with se, pe and ae", () => {
  const both = { offers: ["bash(npm test $)"], wider: ["bash(npm test)"] };
  assert.deepEqual(typedAnswer("p", both), { kind: "project", rules: both.wider });
  assert.deepEqual(typedAnswer("AE", both), { kind: "always", rules: both.offers });
  assert.deepEqual(typedAnswer("se", OFFERED), { kind: "session", rules: OFFERED.offers });
  const loop = { offers: [], wider: ["bash(echo)"] };
  assert.deepEqual(typedAnswer("s", loop), { kind: "session", rules: loop.wider });
  assert.equal(kindOf("se", loop), "again");
});

test("never allows from pasted lines: asks again, or denies with all of them as the reason", () => {
  for (const lines of ["y\nrm -rf x", "a\ny", "\ny", "\n\ny\ny", "yes\n"]) assert.equal(kindOf(lines), "again", lines);
  assert.deepEqual(typedAnswer("n use this:\nnpm test", OFFERED), { kind: "deny", reason: "use this:\nnpm test" });
  assert.deepEqual(typedAnswer("use this:\ny", OFFERED), { kind: "deny", reason: "use this:\ny" });
});

test("allows once or denies when nothing can be saved, and shows more if there is more", () => {
  for (const line of ["s", "p", "a", "always"]) assert.equal(kindOf(line, { offers: [] }), "again", line);
  assert.equal(kindOf("y", { offers: [] }), "once");
  assert.equal(kindOf("v", OFFERED, true), "view");
  assert.equal(kindOf("v"), "again");
});

test("allows only on a whole word", () => {
  const words = new Set(["y", "yes", "s", "session", "p", "project", "a", "always", "se", "pe", "ae"]);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constantFrom(...words).chain((word) => fc.string().map((rest) => word + rest)),
      ),
      (line) => {
        const allows = ["once", "session", "project", "always"].includes(kindOf(line));
        assert.equal(allows, words.has(line.toLowerCase()));
      },
    ),
  );
});
