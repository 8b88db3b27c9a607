import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbersIn } from "../documents/numbers-in.ts";
import { elsewhere, requirements, root, settled, shown } from "./conformance.ts";

const lines = requirements();
const rows = elsewhere();

test("there are 296 lines, each once", () => {
  assert.equal(lines.length, 296);
  assert.equal(new Set(lines).size, 296);
});

test("every line is shown by a test of the seeds, or stands in the table", () => {
  const inTests = shown();
  const inTable = new Set(rows.map(({ line }) => line));
  assert.deepEqual(
    lines.filter((line) => !inTests.has(line) && !inTable.has(line)),
    [],
  );
});

test("no line of the table is shown as well, none is unknown, and none stands there twice", () => {
  const inTests = shown();
  assert.deepEqual(
    rows.filter(({ line }, at) => inTests.has(line) || !lines.includes(line) || rows.findIndex((row) => row.line === line) !== at),
    [],
  );
});

test("every row says where: a settled number, a file whose tests carry the line, or that it is not there yet", () => {
  const numbers = settled();
  const wrong = rows.filter(({ line, where, why }) => {
    if (why === "") return true;
    if ("settledIn" in where) return !numbers.has(where.settledIn);
    if ("file" in where)
      return !existsSync(join(root, where.file)) || !numbersIn(readFileSync(join(root, where.file), "utf8")).includes(line);
    return "unknown" in where;
  });
  assert.deepEqual(wrong, []);
});

test("rows are read with their place, and one that names none is found out", () => {
  const page =
    "| line | where | why |\n| S1-02 | settled in 9 | a |\n| S1-03 | `a/b.test.ts` | b |\n| S1-04 | not yet | c |\n| S1-05 | somewhere | |";
  assert.deepEqual(elsewhere(page), [
    { line: "S1-02", where: { settledIn: "9" }, why: "a" },
    { line: "S1-03", where: { file: "a/b.test.ts" }, why: "b" },
    { line: "S1-04", where: { notYet: true }, why: "c" },
    { line: "S1-05", where: { unknown: "somewhere" }, why: "" },
  ]);
});
