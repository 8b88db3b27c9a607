import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { nodeWorkspace } from "./node-workspace.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";

test("a relative path is below the root, and need not exist", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  assert.deepEqual(await workspace.resolve("new/deep/file.txt"), { path: at("new", "deep", "file.txt"), inside: true, savedOutput: false });
});

test("a path that leads up out of the root is outside", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  assert.equal((await workspace.resolve("../elsewhere")).inside, false);
  assert.equal((await workspace.resolve("/etc/passwd")).inside, false);
});

test("a folder with the root's name as a prefix is outside", async (t) => {
  const { workspace, root } = temporaryWorkspace(t);
  assert.equal((await workspace.resolve(`${root}-other/file`)).inside, false);
});

test("a link that leads out is outside, also for paths below it and missing ones", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const outside = temporaryFolder(t);
  symlinkSync(outside, at("link"));
  symlinkSync(join(outside, "missing"), at("dangling"));
  assert.deepEqual(await workspace.resolve("link/sub/new.txt"), {
    path: join(outside, "sub", "new.txt"),
    inside: false,
    savedOutput: false,
  });
  assert.deepEqual(await workspace.resolve("dangling"), { path: join(outside, "missing"), inside: false, savedOutput: false });
});

test("after a link, .. leads to the parent of the link's target, as in the system", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const outside = temporaryFolder(t);
  mkdirSync(join(outside, "deep"));
  symlinkSync(join(outside, "deep"), at("link"));
  symlinkSync("link/../missing", at("dangling"));
  for (const path of ["link/../file", "./link/..//file", "link/../deep/../file", at("link", ".") + "/../file"])
    assert.equal((await workspace.resolve(path)).path, join(outside, "file"), path);
  assert.equal((await workspace.resolve("dangling")).path, join(outside, "missing"));
  assert.equal((await workspace.resolve("none/../file")).path, at("file"));
  assert.equal((await workspace.resolve("link/..")).path, outside);
});

test("a cycle of links is an error, not a hang", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  symlinkSync(at("b"), at("a"));
  symlinkSync(at("a"), at("b"));
  await assert.rejects(workspace.resolve("a"), { name: "FileError", code: "io" });
});

test("a root that is reached by a link has its resolved path", async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "real"));
  writeFileSync(join(folder, "real", "file"), "");
  symlinkSync(join(folder, "real"), join(folder, "link"));
  const workspace = nodeWorkspace({ root: join(folder, "link") });
  assert.equal(workspace.root, join(folder, "real"));
  assert.equal((await workspace.resolve(join(folder, "link", "file"))).inside, true);
});

test("a root that does not exist is a FileError", (t) => {
  assert.throws(() => nodeWorkspace({ root: join(temporaryFolder(t), "none") }), { name: "FileError", code: "not_found" });
});

test("~ is the home folder of the workspace's environment", async (t) => {
  const home = temporaryFolder(t);
  const { workspace } = temporaryWorkspace(t, { env: { HOME: home } });
  assert.equal((await workspace.resolve("~/notes.md")).path, join(home, "notes.md"));
  assert.equal((await workspace.resolve("~")).path, home);
});

test("a path with a NUL, and a path below a file, are handled", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  writeFileSync(at("file"), "");
  await assert.rejects(workspace.resolve("a\0b"), { name: "FileError", code: "io" });
  assert.equal((await workspace.resolve("file/below")).path, at("file", "below"));
  assert.equal(await workspace.stat("file/below"), undefined);
});

test("recognizes output that the workspace has saved", async (t) => {
  const { workspace, spill } = temporaryWorkspace(t);
  assert.deepEqual(await workspace.resolve(join(spill, "x.txt")), { path: join(spill, "x.txt"), inside: false, savedOutput: true });
});
