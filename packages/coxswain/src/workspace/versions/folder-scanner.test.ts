import assert from "node:assert/strict";
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { folderScanners } from "./folder-scanners.ts";
import { filesOf, git, memoryContents, nextSecond, repositoryWith, sh, treeOf, undo, writeAll } from "./scan.fixture.ts";

const scannerOf = (root: string) => {
  const scanner = folderScanners()(root, memoryContents());
  assert.ok(scanner !== undefined);
  return scanner;
};

test("finds edits that keep size and time, however soon after a scan", async (t) => {
  const root = repositoryWith(t, { a: "000" });
  const scanner = scannerOf(root);
  let last = await scanner.scan();
  for (let round = 100; round < 140; round++) {
    const { atime, mtime } = lstatSync(join(root, "a"));
    writeFileSync(join(root, "a"), String(round));
    utimesSync(join(root, "a"), atime, mtime);
    const next = await scanner.scan(last);
    const changes = await scanner.differences(last, next);
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(root, "a")],
      `round ${round}`,
    );
    last = next;
  }
});

test("checks no file itself that git found unchanged", async (t) => {
  const root = repositoryWith(t, { a: "1", b: "2", "d/c": "3" });
  await nextSecond(t);
  const scanner = scannerOf(root);
  const first = await scanner.scan();
  writeFileSync(join(root, "b"), "new");
  const second = await scanner.scan(first);
  assert.equal(second.files.base, first.files.base);
  assert.deepEqual(second.files.differing(first.files), ["b"]);
});

test("runs no filter, monitor or hook of a repository, even if the clock moves back", async (t) => {
  const root = repositoryWith(t, { a: "1", b: "2" });
  const trap = `touch '${join(root, ".git", "ran")}'; cat`;
  sh(root, `git config filter.x.clean "${trap}"; git config filter.x.smudge "${trap}"; git config core.fsmonitor "${trap}"`);
  writeAll(root, { ".gitattributes": "* filter=x\n", ".git/hooks/post-index-change": `#!/bin/sh\n${trap}\n` });
  sh(root, "chmod +x .git/hooks/post-index-change");
  await undo(root, () => writeFileSync(join(root, "a"), "new"), { now: () => Date.now() + 3_600_000 });
  assert.equal(existsSync(join(root, ".git", "ran")), false);
});

test("leaves the repository and the temporary folder as they were", async (t) => {
  const root = repositoryWith(t, { a: "1", b: "2", "d/c": "3" });
  const temporary = temporaryFolder(t);
  const outer = process.env["TMPDIR"];
  process.env["TMPDIR"] = temporary;
  t.after(() => (outer === undefined ? delete process.env["TMPDIR"] : (process.env["TMPDIR"] = outer)));
  const snapshot = () => treeOf(join(root, ".git"));
  const before = snapshot();
  const index = lstatSync(join(root, ".git", "index"));
  await undo(root, () => writeFileSync(join(root, "a"), "new"));
  assert.deepEqual(snapshot(), before);
  assert.equal(lstatSync(join(root, ".git", "index")).ino, index.ino);
  assert.deepEqual(treeOf(temporary), {});
});

test("a repository that was created, moved or removed since is scanned as its own", async (t) => {
  const root = repositoryWith(t, { a: "1" });
  sh(root, "git init -q old && echo x > old/f");
  const steps: readonly (() => void)[] = [
    () => sh(root, "rm -rf old"),
    () => sh(root, "echo 2 > a"),
    () => sh(root, "git init -q n && echo x > n/f && git -C n add f && mkdir n/d && echo y > n/d/g"),
    () => sh(root, "mv n m"),
    () => sh(root, "rm -rf m/.git"),
    () => sh(root, "git init -q m; echo z > m/f"),
    () => sh(root, "git init -q m/d; echo z > m/d/g"),
    () => sh(root, "rm -rf m"),
  ];
  const scanner = scannerOf(root);
  let last = await scanner.scan(await scanner.scan());
  for (const [at, step] of steps.entries()) {
    const before = filesOf(root);
    step();
    const after = filesOf(root);
    const next = await scanner.scan(last);
    const found = (await scanner.differences(last, next)).map(({ path }) => path.slice(root.length + 1)).toSorted();
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    assert.deepEqual(found, [...names].filter((name) => before[name] !== after[name]).toSorted(), `step ${at}`);
    last = next;
  }
});

test("a file that git ignores and that is tracked now comes back", async (t) => {
  const root = repositoryWith(t, { ".gitignore": "*.log\n/dist\n", a: "1" });
  writeAll(root, { "x.log": "log\n", "dist/keep": "kept\n" });
  await nextSecond(t);
  const scanner = scannerOf(root);
  const first = await scanner.scan();
  git(root, "add", "-f", "x.log", "dist/keep");
  const second = await scanner.scan(first);
  writeFileSync(join(root, "x.log"), "new");
  writeFileSync(join(root, "dist", "keep"), "new");
  const third = await scanner.scan(second);
  const changes = await scanner.differences(second, third);
  const omitted = changes.map(({ path, before }) => [path.slice(root.length + 1), before?.kind === "file" ? before.omitted : "absent"]);
  assert.deepEqual(Object.fromEntries(omitted), { "dist/keep": undefined, "x.log": undefined });
});

test("a file that git ignores and that was deleted is known by its name", async (t) => {
  const root = repositoryWith(t, { ".gitignore": "*.log\n", a: "1" });
  writeAll(root, { "x.log": "log\n" });
  const { changes } = await undo(root, () => rmSync(join(root, "x.log")));
  assert.deepEqual(
    changes.map(({ path, after }) => [path, after]),
    [[join(root, "x.log"), undefined]],
  );
});

test("a folder that was moved and replaced by a link to it loses nothing", async (t) => {
  const root = repositoryWith(t, { "d/f": "precious", "d/g": "2" });
  const before = filesOf(root);
  const { refused } = await undo(root, () => {
    renameSync(join(root, "d"), join(root, "e"));
    symlinkSync("e", join(root, "d"));
  });
  assert.deepEqual(refused, []);
  assert.deepEqual(filesOf(root), before);
});

test("files behind a link that leads out of the folder are not read", async (t) => {
  const root = repositoryWith(t, { "d/f": "1" });
  const outside = temporaryFolder(t);
  writeFileSync(join(outside, "f"), "mine");
  rmSync(join(root, "d"), { recursive: true });
  symlinkSync(outside, join(root, "d"));
  const { changes } = await undo(root, () => writeFileSync(join(outside, "f"), "new"));
  assert.deepEqual(changes, []);
});

for (const many of [false, true]) {
  test(`${many ? "thousands" : "a few"} of new files are found, and later ones too`, async (t) => {
    const root = repositoryWith(t, { a: "1" });
    const scanner = scannerOf(root);
    const first = await scanner.scan();
    const count = many ? 2_500 : 10;
    mkdirSync(join(root, "new"));
    for (let at = 0; at < count; at++) writeFileSync(join(root, "new", String(at)), String(at));
    const second = await scanner.scan(first);
    assert.equal((await scanner.differences(first, second)).length, count);
    rmSync(join(root, "new", "3"));
    writeFileSync(join(root, "new", "5"), "x");
    const third = await scanner.scan(second);
    const changes = await scanner.differences(second, third);
    assert.deepEqual(changes.map(({ path }) => path.slice(root.length + 1)).toSorted(), ["new/3", "new/5"]);
  });
}
