import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbersIn } from "./numbers-in.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("every number in a test's name is in the requirements or the faults", () => {
  const listed = new Set(
    `${read("docs/requirements.md")}\n${read("docs/faults.md")}`
      .match(/^(?:- S[0-4]-\d{2}|\| [ALPTV]\d{1,2}) /gm)
      ?.map((start) => start.slice(2).trim()),
  );
  assert.ok(listed.size > 300, "the lists are parsed");
  const files = globSync("{packages/*/src,tests,bench}/**/*.test.ts", { cwd: root });
  const unknown = files.flatMap((file) =>
    numbersIn(read(file))
      .filter((number) => !listed.has(number))
      .map((number) => `${file}: ${number}`),
  );
  assert.deepEqual(unknown, []);
});

test("every attack has a test with its number", () => {
  const tested = new Set(globSync("{packages/*/src,tests}/**/*.test.ts", { cwd: root }).flatMap((file) => numbersIn(read(file))));
  const attacks =
    read("docs/faults.md")
      .match(/^\| A\d{1,2} /gm)
      ?.map((start) => start.slice(2).trim()) ?? [];
  assert.ok(attacks.length >= 16, "the list is parsed");
  assert.deepEqual(
    attacks.filter((number) => !tested.has(number)),
    [],
  );
});

test("finds numbers only at the start of a name", () => {
  const source = `test("S1-25, T3: a name (P4)", f); suite('L12: x', f); test("A3: y", f); test("no number: S0-01", f);`;
  assert.deepEqual(numbersIn(source), ["S1-25", "T3", "L12", "A3"]);
});
