import assert from "node:assert/strict";
import { test } from "node:test";
import { elsewhere, requirements, shown } from "../conformance.ts";

test("S3-47: every line of it is shown here, but for what is left for later there too", () => {
  const inTests = shown();
  const left = requirements().filter((line) => line.startsWith("S3-") && !inTests.has(line));
  assert.deepEqual(left, ["S3-22"]);
  assert.ok(elsewhere().some(({ line, where }) => line === "S3-22" && "notYet" in where));
});
