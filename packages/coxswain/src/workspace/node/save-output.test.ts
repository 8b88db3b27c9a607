import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { test } from "node:test";
import { nodeWorkspace } from "../index.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";

test("saves bytes in a private file of the folder for output, which tools may read", async (t) => {
  const { workspace, spill } = temporaryWorkspace(t);
  const saved = await workspace.saveOutput?.(Uint8Array.of(1, 2, 3), "wav");
  assert.equal(dirname(saved?.path ?? ""), spill);
  assert.match(basename(saved?.path ?? ""), /^[0-9a-f]{16}\.wav$/);
  assert.deepEqual([saved?.bytes, saved?.complete], [3, true]);
  assert.deepEqual([...readFileSync(saved?.path ?? "")], [1, 2, 3]);
  assert.equal(statSync(saved?.path ?? "").mode & 0o777, 0o600);
  assert.equal((await workspace.resolve(saved?.path ?? "")).savedOutput, true);
});

test("saves bytes up to the limit", async (t) => {
  const root = temporaryFolder(t);
  const workspace = nodeWorkspace({ root, spill: { folder: temporaryFolder(t), maxBytes: 2 } });
  t.after(() => workspace.close());
  const saved = await workspace.saveOutput?.(Uint8Array.of(1, 2, 3));
  assert.deepEqual([saved?.bytes, saved?.complete], [2, false]);
});

test("saves nothing without a folder for output", (t) => {
  const workspace = nodeWorkspace({ root: temporaryFolder(t) });
  t.after(() => workspace.close());
  assert.equal("saveOutput" in workspace, false);
});
