import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements, testedRequirements } from "../conformance.ts";

test("S3-47: every line of it is shown here", () => {
  const inTests = testedRequirements();
  assert.deepEqual(
    requirements().filter((line) => line.startsWith("S3-") && !inTests.has(line)),
    [],
  );
});
