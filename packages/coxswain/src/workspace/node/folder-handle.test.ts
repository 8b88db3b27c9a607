import assert from "node:assert/strict";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { openFolderHandle, makeFolder, checkedFolder } from "./folder-handle.ts";

const notLinux = process.platform === "linux" ? false : "only Linux lets a folder be held";

const swapped = (t: TestContext) => {
  const [root, outside] = [temporaryFolder(t), temporaryFolder(t)];
  const folder = join(root, "folder");
  mkdirSync(folder);
  const swap = (): void => {
    renameSync(folder, join(root, "moved"));
    symlinkSync(outside, folder);
  };
  return { root, outside, folder, swap };
};

test("operations through a folder handle happen in that folder, wherever its path leads by then", { skip: notLinux }, async (t) => {
  const { root, outside, folder, swap } = swapped(t);
  await using held = await openFolderHandle(folder);
  swap();
  writeFileSync(held.at("file"), "text");
  assert.equal(readFileSync(join(root, "moved", "file"), "utf8"), "text");
  assert.deepEqual(readdirSync(outside), []);
  await held.check();
});

test("rejects a folder whose path contains a link, is not a folder, or does not exist", async (t) => {
  const { folder, outside, root, swap } = swapped(t);
  mkdirSync(join(outside, "below"));
  swap();
  writeFileSync(join(root, "file"), "");
  for (const [path, code] of [
    [folder, "elsewhere"],
    [join(folder, "below"), "elsewhere"],
    [join(root, "file"), "not_folder"],
    [join(root, "none"), "not_found"],
  ] as const)
    for (const hold of [openFolderHandle, checkedFolder]) await assert.rejects(hold(path), { name: "FileError", code }, path);
});

test("creates nested folders, but none behind a link", async (t) => {
  const { folder, outside, swap } = swapped(t);
  const made = join(folder, "a", "b", "c");
  await (await makeFolder(made))[Symbol.asyncDispose]();
  assert.ok(lstatSync(made).isDirectory());
  swap();
  await assert.rejects(makeFolder(join(folder, "a", "b")), { code: "elsewhere" });
  await assert.rejects(makeFolder(join(folder, "new", "deep")), { code: "elsewhere" });
  assert.deepEqual(readdirSync(outside), []);
});

test("without folder handles, a check detects afterwards that another folder has the path", async (t) => {
  const { folder, swap } = swapped(t);
  await using watched = await checkedFolder(folder);
  await watched.check();
  swap();
  await assert.rejects(watched.check(), { name: "FileError", code: "elsewhere" });
});
