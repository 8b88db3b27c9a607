import assert from "node:assert/strict";
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { folderDigest } from "./folder-digest.ts";
import { writeAll } from "./scan.fixture.ts";

const FILES = { a: "1", "b/c": "1", "b/d/e": "1", "f/g": "1" };

/** Returns whether the digest of a folder differs after a change. */
const differs = (t: TestContext, most: number, change: (root: string) => void): boolean => {
  const root = temporaryFolder(t);
  writeAll(root, FILES);
  const before = folderDigest(root, most)?.digest.hash;
  assert.equal(folderDigest(root, most)?.digest.hash, before);
  change(root);
  return folderDigest(root, most)?.digest.hash !== before;
};

const write = (name: string) => (root: string) => writeFileSync(join(root, name), "more");

test("a digest has the entries of a folder level by level, up to a number", (t) => {
  assert.equal(differs(t, 3, write("a")), true);
  assert.equal(differs(t, 3, write("b/c")), false);
  assert.equal(differs(t, 4, write("b/c")), true);
  assert.equal(differs(t, 6, write("b/d/e")), false);
  assert.equal(differs(t, 7, write("b/d/e")), true);
});

test("a digest shows new and deleted entries of each folder in it", (t) => {
  assert.equal(differs(t, 3, write("f/new")), true);
  assert.equal(
    differs(t, 3, (root) => rmSync(join(root, "b/c"))),
    true,
  );
  assert.equal(
    differs(t, 3, (root) => renameSync(join(root, "f/g"), join(root, "f/h"))),
    true,
  );
  assert.equal(differs(t, 3, write("b/d/new")), false);
});

test("a digest has the number of its entries, and none of a file or a link", (t) => {
  const root = temporaryFolder(t);
  writeAll(root, FILES);
  symlinkSync(root, join(root, "b/link"));
  assert.deepEqual(
    [2, 100].map((most) => folderDigest(root, most)?.entries),
    [2, 8],
  );
  assert.deepEqual(
    ["a", "b/link", "none"].map((name) => folderDigest(join(root, name), 100)),
    [undefined, undefined, undefined],
  );
});

test("a folder with more names than a digest reads shows new and deleted entries by its time", (t) => {
  const fill = (root: string): void => {
    for (let at = 0; at <= 5000; at++) writeFileSync(join(root, "f", `${at}`), "");
  };
  assert.equal(
    differs(t, 100, (root) => {
      fill(root);
      const full = folderDigest(root, 100);
      write("f/7")(root);
      assert.deepEqual(folderDigest(root, 100), full);
      rmSync(join(root, "f/7"));
      assert.equal(existsSync(join(root, "f/8")), true);
      assert.notEqual(folderDigest(root, 100)?.digest.hash, full?.digest.hash);
    }),
    true,
  );
});
