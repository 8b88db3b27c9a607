import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { NODE_OPTIONS, propertyTests } from "./test-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const generated = (seed?: string): string => {
  const { COXSWAIN_FUZZ_SEED: _, ...env } = process.env;
  const program = `import fc from "fast-check"; console.log(fc.sample(fc.integer(), 5).join());`;
  return execFileSync(process.execPath, [...NODE_OPTIONS, "--input-type=module", "-e", program], {
    cwd: ROOT,
    env: seed === undefined ? env : { ...env, COXSWAIN_FUZZ_SEED: seed },
    encoding: "utf8",
  });
};

test("generates the same cases in every run, and others for another seed", () => {
  assert.equal(generated(), generated());
  assert.equal(generated("7"), generated("7"));
  assert.notEqual(generated("7"), generated());
});

test("finds property tests, also those that generate in a file that they import", () => {
  const [quick, long] = [propertyTests(ROOT, { long: false }), propertyTests(ROOT, { long: true })];
  assert.ok(quick.includes("packages/coxswain/src/log/tree.test.ts"));
  assert.ok(quick.includes("tests/race/interleavings.test.ts"));
  assert.ok(long.includes("tests/race/interleavings.long.test.ts"));
  assert.ok(!quick.includes("scripts/test/test-files.test.ts"), "a string is not an import");
  assert.deepEqual(
    quick.filter((file) => long.includes(file)),
    [],
  );
});
