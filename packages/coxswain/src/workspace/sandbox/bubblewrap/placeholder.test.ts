import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../../workspace.fixture.ts";
import { isEmptyFolder } from "../placeholder-marks.ts";
import { sandboxFolder } from "../sandbox-folder.ts";
import { holdPlaceholder, releasePlaceholder } from "./placeholder.ts";

/** A name as a command of this process has it. */
const markOf = async (t: TestContext): Promise<string> => {
  const folder = await sandboxFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return basename(folder);
};

test("the folder exists until the last command releases it, and is empty for a plan", async (t) => {
  const path = join(temporaryFolder(t), ".git");
  const mark = await markOf(t);
  holdPlaceholder(path, `${mark}-1`);
  holdPlaceholder(path, `${mark}-2`);
  releasePlaceholder(path, `${mark}-1`);
  assert.deepEqual(readdirSync(path), [`${mark}-2`]);
  assert.equal(isEmptyFolder(path), true);
  releasePlaceholder(path, `${mark}-2`);
  assert.equal(existsSync(path), false);
});

test("marks of a process that was killed do not keep the folder", async (t) => {
  const path = join(temporaryFolder(t), ".git");
  const mark = await markOf(t);
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  mkdirSync(path);
  writeFileSync(join(path, `${mark.replace(`_${process.pid}_`, `_${ended}_`)}-1`), "");
  assert.equal(isEmptyFolder(path), true);
  holdPlaceholder(path, `${mark}-1`);
  releasePlaceholder(path, `${mark}-1`);
  assert.equal(existsSync(path), false);
});

test("a repository that the user creates meanwhile stays", async (t) => {
  const path = join(temporaryFolder(t), ".git");
  const mark = await markOf(t);
  holdPlaceholder(path, `${mark}-1`);
  writeFileSync(join(path, "HEAD"), "");
  assert.equal(isEmptyFolder(path), false);
  releasePlaceholder(path, `${mark}-1`);
  assert.deepEqual(readdirSync(path), ["HEAD"]);
});
