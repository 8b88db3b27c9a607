import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { requirements, rowsOf } from "../../tests/seeds/conformance.ts";
import { MUTATIONS } from "./mutations.ts";
import { mutate, parseMutations } from "./mutation.ts";

const root = join(import.meta.dirname, "..", "..");
const EXAMPLE = { line: "S0-11", file: "a.ts", from: "b", to: "c" };

test("every requirement that the library meets has a mutation", () => {
  const mutated = new Set(MUTATIONS.map(({ line }) => line));
  const exempt = new Set(rowsOf().map(({ line }) => line));
  assert.deepEqual(
    requirements().filter((line) => !mutated.has(line) && !exempt.has(line)),
    [],
  );
});

test("every mutation names a requirement and changes one place of today's source", () => {
  const lines = new Set(requirements());
  for (const mutation of MUTATIONS) {
    assert.ok(lines.has(mutation.line), mutation.line);
    const source = readFileSync(join(root, mutation.file), "utf8");
    assert.notEqual(mutate(source, mutation), source, mutation.line);
  }
});

test("replaces the text of a mutation", () => {
  assert.equal(mutate("abc", EXAMPLE), "acc");
});

test("rejects a mutation whose text is missing or ambiguous", () => {
  assert.throws(() => mutate("ac", EXAMPLE), { message: 'S0-11: a.ts has no occurrence of "b".' });
  assert.throws(() => mutate("abab", EXAMPLE), { message: 'S0-11: a.ts has more than one occurrence of "b".' });
});

test("parses a table of mutations", () => {
  const table = "S0-11 a.ts\n-b\n-\n+c\n\nS1-02 d.ts types\n-e\n+\n";
  assert.deepEqual(parseMutations(table), [
    { line: "S0-11", file: "a.ts", from: "b\n", to: "c" },
    { line: "S1-02", file: "d.ts", from: "e", to: "", types: true },
  ]);
  assert.throws(() => parseMutations("S0-11\n-b\n+c"), /Not the first line of a mutation: S0-11/);
});
