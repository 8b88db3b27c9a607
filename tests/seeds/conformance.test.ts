import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbersIn } from "../documents/numbers-in.ts";
import { rowsOf, requirements, root, decisionNumbers, testedRequirements } from "./conformance.ts";

const lines = requirements();
const rows = rowsOf();

test("the requirements have 296 numbers, each once", () => {
  assert.equal(lines.length, 296);
  assert.equal(new Set(lines).size, 296);
});

test("every requirement has a test below tests/seeds or a row in the table", () => {
  const inTests = testedRequirements();
  const inTable = new Set(rows.map(({ line }) => line));
  assert.deepEqual(
    lines.filter((line) => !inTests.has(line) && !inTable.has(line)),
    [],
  );
});

test("each row of the table is unique, names a requirement and has no test below tests/seeds", () => {
  const inTests = testedRequirements();
  assert.deepEqual(
    rows.filter(({ line }, at) => inTests.has(line) || !lines.includes(line) || rows.findIndex((row) => row.line === line) !== at),
    [],
  );
});

test("every row names a decision, a file whose tests have the number, or `not yet`, and a reason", () => {
  const numbers = decisionNumbers();
  const wrong = rows.filter(({ line, where, reason }) => {
    if (reason === "") return true;
    if ("settledIn" in where) return !numbers.has(where.settledIn);
    if ("file" in where)
      return !existsSync(join(root, where.file)) || !numbersIn(readFileSync(join(root, where.file), "utf8")).includes(line);
    return "unknown" in where;
  });
  assert.deepEqual(wrong, []);
});

test("parses rows with their location, and reports an unknown location", () => {
  const page =
    "| line | where | why |\n| S1-02 | settled in 9 | a |\n| S1-03 | `a/b.test.ts` | b |\n| S1-04 | not yet | c |\n| S1-05 | somewhere | |";
  assert.deepEqual(rowsOf(page), [
    { line: "S1-02", where: { settledIn: "9" }, reason: "a" },
    { line: "S1-03", where: { file: "a/b.test.ts" }, reason: "b" },
    { line: "S1-04", where: { notYet: true }, reason: "c" },
    { line: "S1-05", where: { unknown: "somewhere" }, reason: "" },
  ]);
});
