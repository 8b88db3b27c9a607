import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const isRoot = process.getuid?.() === 0;

test("creates a new file together with its folders", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  await workspace.replace("a/b/c.txt", bytes("hello"));
  assert.equal(readFileSync(at("a", "b", "c.txt"), "utf8"), "hello");
});

test("T13: preserves the mode, of a script and of a read-only file", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  for (const mode of [0o755, 0o444, 0o640]) {
    writeFileSync(at("file"), "old");
    chmodSync(at("file"), mode);
    await workspace.replace("file", bytes("new"));
    assert.equal(statSync(at("file")).mode & 0o7777, mode);
    assert.equal(readFileSync(at("file"), "utf8"), "new");
    chmodSync(at("file"), 0o644);
  }
});

test("T13: preserves another owner", { skip: !isRoot && "only root can give a file away" }, async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  writeFileSync(at("file"), "old");
  chownSync(at("file"), 65_534, 65_534);
  await workspace.replace("file", bytes("new"));
  const { uid, gid } = statSync(at("file"));
  assert.deepEqual({ uid, gid }, { uid: 65_534, gid: 65_534 });
});

test("T13: preserves a link and changes its target, also a missing one", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const outside = temporaryFolder(t);
  writeFileSync(join(outside, "target"), "old");
  symlinkSync(join(outside, "target"), at("link"));
  symlinkSync(join(outside, "fresh"), at("dangling"));
  await workspace.replace("link", bytes("new"));
  await workspace.replace("dangling", bytes("made"));
  assert.equal(readlinkSync(at("link")), join(outside, "target"));
  assert.equal(readFileSync(join(outside, "target"), "utf8"), "new");
  assert.equal(readFileSync(join(outside, "fresh"), "utf8"), "made");
});

test("T13: changes only the requested one of a file's two names", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  writeFileSync(at("one"), "old");
  linkSync(at("one"), at("two"));
  assert.equal((await workspace.stat("one"))?.links, 2);
  await workspace.replace("one", bytes("new"));
  assert.equal(readFileSync(at("one"), "utf8"), "new");
  assert.equal(readFileSync(at("two"), "utf8"), "old");
});

test("T13: rejects a fifo, a device and a folder without waiting for them", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  execFileSync("mkfifo", [at("fifo")]);
  mkdirSync(at("folder"));
  for (const [path, code] of [
    ["fifo", "not_regular"],
    ["/dev/null", "not_regular"],
    ["folder", "is_folder"],
  ] as const) {
    await assert.rejects(workspace.replace(path, bytes("x")), { name: "FileError", code });
    await assert.rejects(workspace.read(path), { name: "FileError", code });
  }
  assert.equal(lstatSync("/dev/null").isCharacterDevice(), true);
});

test("T14: without space the old content stays, and no other file remains", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  mkdirSync(at("small"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", at("small")]);
  if (status !== 0) return t.skip("a tmpfs cannot be mounted here");
  try {
    writeFileSync(at("small", "file"), "old");
    await assert.rejects(workspace.replace("small/file", new Uint8Array(200_000)), { name: "FileError", code: "no_space" });
    assert.equal(readFileSync(at("small", "file"), "utf8"), "old");
    assert.deepEqual(readdirSync(at("small")), ["file"]);
  } finally {
    execFileSync("umount", [at("small")]);
  }
});

test("rejects a file above the size limit before reading it", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  execFileSync("truncate", ["-s", "2G", at("huge")]);
  await assert.rejects(workspace.read("huge", { maxBytes: 1000 }), { name: "FileError", code: "too_large" });
});

test("lists a folder by name, with the kind of each entry", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  mkdirSync(at("b"));
  writeFileSync(at("a"), "");
  symlinkSync("a", at("c"));
  assert.deepEqual(await workspace.list("."), [
    { name: "a", kind: "file" },
    { name: "b", kind: "folder" },
    { name: "c", kind: "link" },
  ]);
  await assert.rejects(workspace.list("a"), { name: "FileError", code: "not_folder" });
  await assert.rejects(workspace.list("none"), { name: "FileError", code: "not_found" });
});
