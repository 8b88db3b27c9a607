import assert from "node:assert/strict";
import { fstatSync, linkSync, openSync, closeSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { hardLinksOf } from "./hard-links.ts";

test("returns the other names of a file", async (t) => {
  const [root, outside] = [temporaryFolder(t), temporaryFolder(t)];
  const [secret, path] = [join(outside, "key"), join(root, "file")];
  writeFileSync(secret, "");
  writeFileSync(join(root, "own"), "");
  linkSync(secret, path);
  const names = hardLinksOf({ root, protectedPaths: [outside] });
  assert.deepEqual(await names(path), [secret]);
  assert.deepEqual(await names(path, statSync(path)), [secret]);
  assert.deepEqual(await names(join(root, "own"), statSync(join(root, "own"))), []);
});

test("T13: a file opened by a name that was removed is recognized by its remaining one, whatever has the old name now", async (t) => {
  const [root, outside] = [temporaryFolder(t), temporaryFolder(t)];
  const [secret, path] = [join(outside, "key"), join(root, "file")];
  writeFileSync(secret, "");
  linkSync(secret, path);
  const file = openSync(path, "r");
  t.after(() => closeSync(file));
  rmSync(path);
  const names = hardLinksOf({ root, protectedPaths: [outside] });
  assert.equal(fstatSync(file).nlink, 1);
  assert.deepEqual(await names(path, fstatSync(file)), [secret]);
  writeFileSync(path, "another");
  assert.deepEqual(await names(path, fstatSync(file)), [secret]);
  const opened = fstatSync(file);
  rmSync(path);
  linkSync(secret, path);
  assert.deepEqual(await names(path, opened), [secret]);
});
