import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownFiles, root } from "../scripts/language/files.ts";
import { findingsIn, formatFinding } from "../scripts/language/findings.ts";

test("comments, strings, names and documents follow the project's language", () => {
  const files = ownFiles();
  assert.deepEqual(files.flatMap((path) => findingsIn(path, readFileSync(join(root, path), "utf8"))).map(formatFinding), []);
});
