import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbersIn } from "./numbers-in.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("every number in a test's name stands in the requirements or the faults", () => {
  const known = new Set(
    `${read("docs/requirements.md")}\n${read("docs/faults.md")}`
      .match(/^(?:- S[0-4]-\d{2}|\| [LPTV]\d{1,2}) /gm)
      ?.map((start) => start.slice(2).trim()),
  );
  assert.ok(known.size > 300, "the lists are read");
  const files = globSync("{packages/*/src,tests,bench}/**/*.test.ts", { cwd: root });
  const unknown = files.flatMap((file) =>
    numbersIn(read(file))
      .filter((number) => !known.has(number))
      .map((number) => `${file}: ${number}`),
  );
  assert.deepEqual(unknown, []);
});

test("numbers are found at the head of a name, and nowhere else", () => {
  const source = `test("S1-25, T3: a name (P4)", f); suite('L12: x', f); test("no number: S0-01", f);`;
  assert.deepEqual(numbersIn(source), ["S1-25", "T3", "L12"]);
});
