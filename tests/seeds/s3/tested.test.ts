import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements, testedRequirements } from "../conformance.ts";

test("S3-47: every requirement of S3 has a test", () => {
  const inTests = testedRequirements();
  assert.deepEqual(
    requirements().filter((line) => line.startsWith("S3-") && !inTests.has(line)),
    [],
  );
});
