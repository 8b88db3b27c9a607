import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { presentLanguages } from "./present-languages.ts";

const ROWS: readonly (readonly [what: string, files: readonly string[], languages: readonly string[]])[] = [
  ["files of a language", ["a.PY", "b.yml", "c.txt", ".sh"], ["python", "yaml"]],
  ["a file that marks a project", ["go.mod", "lib/a.py"], ["go"]],
  ["files in folders directly below", ["src/a.rs", "src/deep/a.c", "node_modules/a.py", ".hidden/a.go"], ["rust"]],
  ["no files", [], []],
];
for (const [what, files, languages] of ROWS)
  test(`the languages of a folder are found: ${what}`, async (t) => {
    const { workspace, root } = temporaryWorkspace(t);
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), "");
    }
    assert.deepEqual([...(await presentLanguages(workspace))].toSorted(), languages);
  });
