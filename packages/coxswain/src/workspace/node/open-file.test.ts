import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { openFile, openChecked } from "./open-file.ts";

const files = (t: TestContext) => {
  const root = temporaryFolder(t);
  const at = (...parts: readonly string[]): string => join(root, ...parts);
  mkdirSync(at("folder"));
  writeFileSync(at("folder", "file"), "text");
  symlinkSync("folder", at("link"));
  symlinkSync("file", at("folder", "link"));
  execFileSync("mkfifo", [at("fifo")]);
  return at;
};

for (const open of [openFile, openChecked]) {
  test(`T13: opens only regular files, and never through a link: ${open.name}`, async (t) => {
    const at = files(t);
    await using file = await open(at("folder", "file"));
    assert.equal(await file.readFile("utf8"), "text");
    for (const [path, code] of [
      [at("folder", "link"), "elsewhere"],
      [at("link", "file"), "elsewhere"],
      [at("fifo"), "not_regular"],
      ["/dev/null", "not_regular"],
      ["/dev/zero", "not_regular"],
      [at("folder"), "is_folder"],
      [at("none"), "ENOENT"],
    ] as const)
      await assert.rejects(open(path), { code }, path);
  });

  test(`opens the new file after a replacement of the file or its folder: ${open.name}`, async (t) => {
    const at = files(t);
    writeFileSync(at("folder", "new"), "new text");
    renameSync(at("folder", "new"), at("folder", "file"));
    rmSync(at("link"));
    renameSync(at("folder"), at("link"));
    await using file = await open(at("link", "file"));
    assert.equal(await file.readFile("utf8"), "new text");
  });
}
