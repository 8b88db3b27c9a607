import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { searchFolder } from "./search-folder.ts";

const isSecret = (path: string): boolean => path.endsWith("/.env");

test("finds secrets in subfolders, but not in third-party code or behind links", async (t) => {
  const [root, elsewhere] = [temporaryFolder(t), temporaryFolder(t)];
  for (const folder of ["a/b", "node_modules/x", "a/.git"]) mkdirSync(join(root, folder), { recursive: true });
  for (const path of [".env", "a/b/.env", "node_modules/x/.env", "a/.git/.env", "a/other"]) writeFileSync(join(root, path), "");
  writeFileSync(join(elsewhere, ".env"), "");
  symlinkSync(elsewhere, join(root, "link"));
  assert.deepEqual(await searchFolder(root, isSecret), {
    secrets: [join(root, ".env"), join(root, "a/b/.env")],
    repositories: [join(root, "a/.git")],
  });
});

test("searches a very large folder up to a limit, nearest to the root first", async (t) => {
  const root = temporaryFolder(t);
  for (let count = 0; count < 2100; count += 1) mkdirSync(join(root, `f${count}`, "in"), { recursive: true });
  writeFileSync(join(root, "f7", ".env"), "");
  writeFileSync(join(root, "f2099", "in", ".env"), "");
  assert.deepEqual((await searchFolder(root, isSecret)).secrets, [join(root, "f7", ".env")]);
});
