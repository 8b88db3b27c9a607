import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { folderScanners } from "./folder-scanners.ts";
import { git, memoryContents, nextSecond, repositoryWith } from "./scan.fixture.ts";

test("the bytes of thousands of deleted files are read from git in parts", async (t) => {
  const root = repositoryWith(t, Object.fromEntries(Array.from({ length: 5_100 }, (_, at) => [`d/${at}`, `${at}\n`])));
  await nextSecond(t);
  git(root, "rm", "-q", "--cached", "d/0");
  const contents = memoryContents();
  const scanner = folderScanners()(root, contents);
  assert.ok(scanner !== undefined);
  const before = await scanner.scan();
  rmSync(join(root, "d"), { recursive: true });
  for (const { path, before: version } of await scanner.differences(before, await scanner.scan(before))) {
    assert.ok(version?.kind === "file" && version.content !== undefined);
    assert.equal(Buffer.from((await contents.get(version.content)) ?? []).toString(), `${basename(path)}\n`);
  }
});
