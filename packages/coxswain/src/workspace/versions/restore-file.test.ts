import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { restoreFile } from "./restore-file.ts";
import { versionAt } from "./version-at.ts";

test("S2-35: a file that someone saves while its earlier content is read stays", async (t) => {
  const root = temporaryFolder(t);
  const path = join(root, "a");
  writeFileSync(path, "the session's");
  const before = await versionAt(path);
  assert.ok(before !== undefined && before !== "other" && before.kind === "file");
  const contents = {
    get: () => {
      writeFileSync(path, "the user's");
      return Promise.resolve(Buffer.from("earlier"));
    },
  };
  const change = { path, before, after: { ...before, content: "earlier" } };
  assert.equal(await restoreFile({ root, change, contents, restore: "r" }), "it has changed since");
  assert.equal(readFileSync(path, "utf8"), "the user's");
  assert.deepEqual(readdirSync(root), ["a"]);
});
