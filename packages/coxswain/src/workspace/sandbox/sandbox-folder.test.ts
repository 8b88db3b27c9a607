import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { removeOldFolders, sandboxFolder } from "./sandbox-folder.ts";

test("A7: folders of a process that has ended are deleted, and no others", async (t) => {
  const temporary = temporaryFolder(t);
  const previous = process.env["TMPDIR"];
  process.env["TMPDIR"] = temporary;
  t.after(() => {
    if (previous === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = previous;
  });
  const own = await sandboxFolder();
  const { pid } = spawnSync("true");
  const named = (from: string, to: string): string => join(temporary, basename(own).replace(from, to));
  const old = named(`_${process.pid}_`, `_${pid}_`);
  const others = [
    named(/-\d+_/.exec(basename(own))?.[0] ?? "", "-1_").replace(`_${process.pid}_`, `_${pid}_`),
    join(temporary, "cox-sandbox-abcdef"),
  ];
  for (const folder of [old, ...others]) mkdirSync(folder);
  mkdirSync(join(old, "in"));
  const target = temporaryFolder(t);
  writeFileSync(join(target, "mine"), "mine\n");
  symlinkSync(target, join(old, "link"));
  const link = `${old}x`;
  symlinkSync(target, link);
  await removeOldFolders();
  assert.deepEqual([old, own, link, ...others].map(existsSync), [false, true, true, true, true]);
  assert.equal(readFileSync(join(target, "mine"), "utf8"), "mine\n");
});
