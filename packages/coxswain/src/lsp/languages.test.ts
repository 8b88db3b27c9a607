import assert from "node:assert/strict";
import { test } from "node:test";
import { languageId, languageOf } from "./languages.ts";

const ROWS: readonly (readonly [path: string, identifier: string | undefined])[] = [
  ["/a/b.ts", "typescript"],
  ["/a/B.TSX", "typescriptreact"],
  ["/a/b.d.mts", "typescript"],
  ["/a/package.json", "json"],
  ["/a/tsconfig.json", "jsonc"],
  ["/a/tsconfig.build.json", "jsonc"],
  ["/a/.vscode/settings.json", "jsonc"],
  ["/a/my-tsconfig.json", "json"],
  ["/a/.ts", undefined],
  ["/a.ts/b", undefined],
];
for (const [path, identifier] of ROWS)
  test(`${path} has the identifier ${identifier ?? "of no language"}`, () => {
    const language = languageOf(path);
    assert.equal(language && languageId(path, language), identifier);
  });
