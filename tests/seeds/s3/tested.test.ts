import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements, shown } from "../conformance.ts";

test("S3-47: every line of it is shown here", () => {
  const inTests = shown();
  assert.deepEqual(
    requirements().filter((line) => line.startsWith("S3-") && !inTests.has(line)),
    [],
  );
});
