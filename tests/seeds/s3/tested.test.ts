import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbersIn } from "../../documents/numbers-in.ts";
import { requirements, root } from "../conformance.ts";

/** Numbers of the tests in a file that run and assert something. A test ends at its first line without indentation. */
const numbersOfAsserting = (source: string): readonly string[] =>
  [...source.matchAll(/^test\(\n? *["'`][^]*?^\}\);$/gm)].flatMap(([text]) => (/\bassert\b/.test(text) ? numbersIn(text) : []));

test("S3-47: every requirement of S3 has a test of its behaviour that runs and asserts", () => {
  const files = globSync("tests/seeds/s3/*.test.ts", { cwd: root }).concat("tests/seeds/boundaries.test.ts");
  const asserting = new Set(files.flatMap((path) => numbersOfAsserting(readFileSync(join(root, path), "utf8"))));
  assert.deepEqual(
    requirements().filter((line) => line.startsWith("S3-") && !asserting.has(line)),
    [],
  );
});

test("S3-47: a test that is skipped, pending or asserts nothing does not count", () => {
  // The name of the function is inserted, so that these are not taken for tests of this file.
  const call = "test";
  const source = [
    `${call}("S3-01: asserts", () => {\n  assert.ok(run());\n});`,
    `${call}("S3-02: asserts nothing", () => {\n  run();\n});`,
    `${call}.skip("S3-03: is skipped", () => {\n  assert.ok(run());\n});`,
    `${call}.todo("S3-04: is pending");`,
    `${call}("S3-05, S3-06: asserts later", async () => {\n  for (const one of all) {\n    assert.ok(one);\n  }\n});`,
  ].join("\n\n");
  assert.deepEqual(numbersOfAsserting(source), ["S3-01", "S3-05", "S3-06"]);
});
