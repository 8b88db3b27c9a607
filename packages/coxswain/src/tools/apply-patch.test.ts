import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { test } from "node:test";
import type { Workspace } from "../workspace/index.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { toolbox } from "./tool-context.fixture.ts";

const patchOf = (...lines: readonly string[]) => ({ input: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });

test("S2-27: one patch adds, changes, moves and deletes files, and reports each change", async (t) => {
  const { read, patch, at } = await toolbox(t);
  for (const name of ["change", "move", "delete"]) {
    writeFileSync(at(name), "one\ntwo\n");
    await read({ path: name });
  }
  chmodSync(at("move"), 0o755);
  const { text, details } = await patch(
    patchOf(
      "*** Add File: new/file",
      "+content",
      "*** Update File: change",
      "-two",
      "+2",
      "*** Update File: move",
      "*** Move to: other/place",
      "-one",
      "+1",
      "*** Delete File: delete",
    ),
  );
  assert.equal(text, "Applied all changes of the patch:\nA new/file\nM change\nM move -> other/place\nD delete");
  assert.equal(readFileSync(at("new/file"), "utf8"), "content\n");
  assert.equal(readFileSync(at("change"), "utf8"), "one\n2\n");
  assert.equal(readFileSync(at("other/place"), "utf8"), "1\ntwo\n");
  assert.equal(statSync(at("other/place")).mode & 0o777, 0o755);
  assert.deepEqual([existsSync(at("move")), existsSync(at("delete"))], [false, false]);
  assert.equal((details as { readonly added: number }).added, 3);
});

test("applies no part of a patch if one part fails", async (t) => {
  const { read, patch, at } = await toolbox(t);
  writeFileSync(at("a"), "one\n");
  writeFileSync(at("b"), "one\n");
  for (const path of ["a", "b"]) await read({ path });
  const input = patchOf("*** Add File: new", "+x", "*** Update File: a", "-one", "+1", "*** Update File: b", "-zwei", "+2");
  await assert.rejects(patch(input), { name: "ToolError", message: /not in b .*Nothing was changed in any file/ });
  assert.deepEqual([existsSync(at("new")), readFileSync(at("a"), "utf8")], [false, "one\n"]);
});

test("T14: reverts written files when a later file cannot be written", async (t) => {
  const { read, patch, at, workspace } = await toolbox(t);
  writeFileSync(at("a"), "one\n");
  writeFileSync(at("c"), "three\n");
  for (const path of ["a", "c"]) await read({ path });
  writeFileSync(at("file"), "");
  const input = patchOf("*** Update File: a", "-one", "+1", "*** Add File: file/below", "+x", "*** Delete File: c");
  await assert.rejects(patch(input), { name: "ToolError", message: /Nothing was changed\./ });
  assert.equal(readFileSync(at("a"), "utf8"), "one\n");
  assert.equal(readFileSync(at("c"), "utf8"), "three\n");
  assert.deepEqual(
    (await workspace.list(".")).map(({ name }) => name),
    ["a", "c", "file"],
  );
});

test("T12: does not patch, move or delete a file that was not read or has changed since", async (t) => {
  const { read, patch, at } = await toolbox(t);
  writeFileSync(at("a"), "one\n");
  const change = ["*** Update File: a", "-one", "+1"];
  await assert.rejects(patch(patchOf(...change)), { name: "ToolError", message: /You have not read a/ });
  await assert.rejects(patch(patchOf("*** Delete File: a")), { message: /You have not read a/ });
  await assert.rejects(patch(patchOf("*** Update File: a", "*** Move to: b")), { message: /You have not read a/ });
  await read({ path: "a" });
  writeFileSync(at("a"), "eno\n");
  await assert.rejects(patch(patchOf(...change)), { message: /has changed since[^]*1\teno/ });
  assert.equal(readFileSync(at("a"), "utf8"), "eno\n");
});

test("does not overwrite existing files, and rejects conflicting sections about one file", async (t) => {
  const { read, patch, at } = await toolbox(t);
  for (const name of ["a", "b"]) writeFileSync(at(name), "one\n");
  await read({ path: "a" });
  await assert.rejects(patch(patchOf("*** Add File: b", "+x")), { message: /b exists already/ });
  await assert.rejects(patch(patchOf("*** Update File: a", "*** Move to: b", "-one", "+1")), { message: /b exists already/ });
  const twice = ["*** Update File: a", "-one", "+1", "*** Delete File: ./a"];
  await assert.rejects(patch(patchOf(...twice)), { message: /conflicting sections for a/ });
  await assert.rejects(patch(patchOf("*** Delete File: c")), { message: /c does not exist/ });
  for (const again of [["*** Add File: new", "+y"], ["*** Update File: new", "-x", "+y"], ["*** Delete File: new"]])
    await assert.rejects(patch(patchOf("*** Add File: new", "+x", ...again)), { message: /conflicting sections for new/ });
  await assert.rejects(patch(patchOf("*** Update File: a", "*** Move to: new", "-one", "+1", "*** Add File: new", "+x")), {
    message: /conflicting sections for new/,
  });
  assert.equal(existsSync(at("new")), false);
});

test("applies two sections about one file in order; delete and add replace the content", async (t) => {
  const { read, patch, at } = await toolbox(t);
  writeFileSync(at("a"), "one\ntwo\n");
  writeFileSync(at("b"), Buffer.from("\uFEFFold\r\n", "utf16le"));
  chmodSync(at("b"), 0o755);
  for (const path of ["a", "b"]) await read({ path });
  const { text } = await patch(
    patchOf(
      "*** Update File: a",
      "-two",
      "+2",
      "*** Delete File: b",
      "*** Update File: ./a",
      "*** Move to: c",
      "-one",
      "+1",
      "*** Add File: b",
      "+new",
    ),
  );
  assert.equal(text, "Applied all changes of the patch:\nM a -> c\nM b");
  assert.deepEqual([existsSync(at("a")), readFileSync(at("c"), "utf8")], [false, "1\n2\n"]);
  assert.deepEqual(readFileSync(at("b")), Buffer.from("\uFEFFnew\r\n", "utf16le"));
  assert.equal(statSync(at("b")).mode & 0o777, 0o755);
});

test("T12: requires that the model knows the current content of a file that it deletes and adds", async (t) => {
  const { patch, at } = await toolbox(t);
  writeFileSync(at("a"), "one\n");
  await assert.rejects(patch(patchOf("*** Delete File: a", "*** Add File: a", "+x")), { message: /You have not read a/ });
  assert.equal(readFileSync(at("a"), "utf8"), "one\n");
});

const SMALL = 64 * 1024;

test("T14: a revert removes the folders that it created, except those with other files", async (t) => {
  const { read, patch, calling, workspace, at } = await toolbox(t);
  mkdirSync(at("here"));
  writeFileSync(at("a"), "one\n");
  await read({ path: "a" });
  writeFileSync(at("file"), "");
  const added = ["*** Add File: here/new/deep/b", "+x"];
  const moved = ["*** Update File: a", "*** Move to: moved/here/a", "-one", "+1"];
  const input = patchOf(...added, ...moved, "*** Add File: file/below", "+x");
  await assert.rejects(patch(input), { name: "ToolError", message: /Nothing was changed\.$/ });
  assert.deepEqual(globSync("**", { cwd: at() }).toSorted(), [".", "a", "file", "here"]);
  const joining: Workspace = {
    ...workspace,
    async remove(path) {
      writeFileSync(at("here/new/theirs"), "");
      await workspace.remove(path);
    },
  };
  await assert.rejects(calling(() => applyPatchTool(joining))(input), { message: /Nothing was changed\.$/ });
  assert.deepEqual(globSync("here/**", { cwd: at() }).toSorted(), ["here", "here/new", "here/new/theirs"]);
});

test("T14: leaves the first file unchanged when there is no space for the second", async (t) => {
  const { read, patch, at } = await toolbox(t);
  mkdirSync(at("small"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL}`, "tmpfs", at("small")]);
  if (status !== 0) return t.skip("a tmpfs cannot be mounted here");
  try {
    writeFileSync(at("small/a"), "one\n");
    await read({ path: "small/a" });
    const input = patchOf("*** Update File: small/a", "-one", "+1", "*** Add File: small/b", `+${"x".repeat(2 * SMALL)}`);
    await assert.rejects(patch(input), {
      name: "ToolError",
      message: /[Nn]o space left on the device for .*small\/b\. Nothing was changed\./,
    });
    assert.deepEqual([readFileSync(at("small/a"), "utf8"), readdirSync(at("small"))], ["one\n", ["a"]]);
  } finally {
    execFileSync("umount", [at("small")]);
  }
});

test("T14: reports the actual state when a revert fails because the disk is full", async (t) => {
  const { read, calling, at, workspace } = await toolbox(t);
  mkdirSync(at("small"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL}`, "tmpfs", at("small")]);
  if (status !== 0) return t.skip("a tmpfs cannot be mounted here");
  try {
    writeFileSync(at("small/a"), `one\n${"x".repeat(SMALL / 4)}\n`);
    await read({ path: "small/a" });
    // Fills the disk after the first write.
    const filling: Workspace = {
      ...workspace,
      async replace(path, bytes) {
        if (typeof path === "object" && path.path === at("small/b")) spawnSync("dd", ["if=/dev/zero", `of=${at("small/filler")}`]);
        await workspace.replace(path, bytes);
      },
    };
    const input = patchOf("*** Update File: small/a", "-one", "+1", "*** Add File: small/b", "+x");
    await assert.rejects(calling(() => applyPatchTool(filling))(input), {
      name: "ToolError",
      message:
        /[Nn]o space left on the device for .*small\/b\. These changes remain and could not be reverted: small\/a was changed \(No space/,
    });
    assert.deepEqual([readFileSync(at("small/a"), "utf8").slice(0, 3), existsSync(at("small/b"))], ["1\nx", false]);
  } finally {
    execFileSync("umount", [at("small")]);
  }
});

test("T13: changes the target of a link, and does not move or delete links", async (t) => {
  const { read, patch, at } = await toolbox(t);
  writeFileSync(at("target"), "one\n");
  symlinkSync("target", at("link"));
  await read({ path: "target" });
  await assert.rejects(patch(patchOf("*** Delete File: link")), { message: /is a link/ });
  await assert.rejects(patch(patchOf("*** Update File: link", "*** Move to: x", "-one", "+1")), { message: /is a link/ });
  await patch(patchOf("*** Update File: link", "-one", "+1"));
  assert.equal(readFileSync(at("target"), "utf8"), "1\n");
  assert.equal(readFileSync(at("link"), "utf8"), "1\n");
});

test("T13: preserves encodings, byte order marks and modes, reports hard links, and rejects folders, fifos and binary files", async (t) => {
  const { read, patch, at } = await toolbox(t);
  writeFileSync(at("wide"), Buffer.from("\uFEFFone\r\ntwo\r\n", "utf16le"));
  writeFileSync(at("latin"), Buffer.from("gr\xfcn\none\n", "latin1"));
  chmodSync(at("latin"), 0o640);
  linkSync(at("latin"), at("second"));
  for (const path of ["wide", "latin"]) await read({ path });
  const { text } = await patch(patchOf("*** Update File: wide", "-one", "+1", "*** Update File: latin", "-one", "+1"));
  assert.deepEqual(readFileSync(at("wide")), Buffer.from("\uFEFF1\r\ntwo\r\n", "utf16le"));
  assert.deepEqual(readFileSync(at("latin")), Buffer.from("gr\xfcn\n1\n", "latin1"));
  assert.equal(statSync(at("latin")).mode & 0o777, 0o640);
  assert.match(text, /latin had other hard links/);
  await assert.rejects(patch(patchOf("*** Update File: latin", "-1", "+€")), { message: /latin-1/ });
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("fifo")]);
  await assert.rejects(patch(patchOf("*** Delete File: folder")), { message: /is a folder/ });
  await assert.rejects(patch(patchOf("*** Update File: fifo", "-a", "+b")), { message: /not a regular file/ });
});

test("T16: patches of the same files in a different order wait for each other and both succeed", async (t) => {
  const { read, patch, at } = await toolbox(t);
  for (const name of ["a", "b"]) {
    writeFileSync(at(name), "one\ntwo\n");
    await read({ path: name });
  }
  const change = (path: string, from: string, to: string) => [`*** Update File: ${path}`, `-${from}`, `+${to}`];
  await Promise.all([
    patch(patchOf(...change("a", "one", "1"), ...change("b", "one", "1"))),
    patch(patchOf(...change("b", "two", "2"), ...change("a", "two", "2"))),
  ]);
  assert.deepEqual([readFileSync(at("a"), "utf8"), readFileSync(at("b"), "utf8")], ["1\n2\n", "1\n2\n"]);
});

test("T16: a concurrent edit and patch of one file by two of its names both succeed", async (t) => {
  const { read, edit, patch, at } = await toolbox(t);
  const lines = Array.from({ length: 20 }, (_, index) => `line${index};`);
  writeFileSync(at("a"), lines.join("\n"));
  symlinkSync("a", at("b"));
  await read({ path: "a" });
  await Promise.all(
    lines.map((line, index) =>
      index % 2 === 0
        ? edit({ path: "b", oldText: line, newText: line.toUpperCase() })
        : patch(patchOf("*** Update File: a", `-${line}`, `+${line.toUpperCase()}`)),
    ),
  );
  assert.equal(readFileSync(at("a"), "utf8"), lines.join("\n").toUpperCase());
});

test("requests read permission for changed files, and write permission for each real path and move target", async (t) => {
  const { needs, at, root } = await toolbox(t);
  symlinkSync("/etc/hosts", at("link"));
  const { input } = patchOf(
    "*** Update File: link",
    "-a",
    "+b",
    "*** Update File: x",
    "*** Move to: ../y",
    "-a",
    "+b",
    "*** Add File: z",
    "+z",
  );
  const asked = await needs(applyPatchTool, { input });
  assert.deepEqual(
    asked.map(({ effect, subject, inside }) => [effect, subject, inside]),
    [
      ["read", "/etc/hosts", false],
      ["write", "/etc/hosts", false],
      ["read", `${root}/x`, true],
      ["write", `${root}/x`, true],
      ["write", `${root.slice(0, root.lastIndexOf("/"))}/y`, false],
      ["write", `${root}/z`, true],
    ],
  );
});

test("a patch that is aborted at its start changes nothing", async (t) => {
  const { patch, abort, at } = await toolbox(t);
  // Aborts after the call has started and before it makes progress.
  const soon = (): void => queueMicrotask(abort);
  await assert.rejects(patch(patchOf("*** Add File: a", "+x"), soon), { name: "ToolError", message: "Cancelled." });
  assert.equal(existsSync(at("a")), false);
});

test("supports the models that were trained on it", async (t) => {
  const { workspace } = await toolbox(t);
  const tool = applyPatchTool(workspace);
  for (const model of [
    "openai/gpt-5.1-codex",
    "openai/o3",
    "openrouter/openai/gpt-4.1-mini",
    "ollama/gpt-oss:20b",
    "bedrock/openai.gpt-oss-120b",
  ])
    assert.ok(tool.supportsModel?.(model), model);
  for (const model of ["anthropic/claude-opus-4-5", "openai/gpt-4o", "google/gemini-3-pro", "openai/o3d"])
    assert.ok(!tool.supportsModel?.(model), model);
});
