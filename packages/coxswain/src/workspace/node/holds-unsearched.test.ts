import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { holdsUnsearched } from "./holds-unsearched.ts";

const isUnsearched = (path: string): boolean => basename(path) === ".env";
const write = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
};

test("finds a file that searches do not show in a folder or below it", async (t) => {
  const root = temporaryFolder(t);
  write(join(root, "src", "a.ts"));
  write(join(root, "packages", "boat", ".env"));
  assert.deepEqual(
    await Promise.all([root, join(root, "packages"), join(root, "src")].map((folder) => holdsUnsearched(folder, isUnsearched))),
    [true, true, false],
  );
});

test("follows no links, and skips dependencies and git's own files", async (t) => {
  const [root, other] = [temporaryFolder(t), temporaryFolder(t)];
  write(join(other, ".env"));
  symlinkSync(other, join(root, "link"));
  write(join(root, "node_modules", "boat", ".env"));
  write(join(root, ".git", ".env"));
  assert.equal(await holdsUnsearched(root, isUnsearched), false);
  assert.equal(await holdsUnsearched(join(root, "missing"), isUnsearched), false);
});
