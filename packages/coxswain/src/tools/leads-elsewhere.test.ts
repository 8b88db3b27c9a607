import assert from "node:assert/strict";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { toolbox } from "./tool-context.fixture.ts";

/** Creates a folder with a file in the session's folder, and one with the same names outside of it. */
const swapping = async (t: TestContext) => {
  const outside = temporaryFolder(t);
  writeFileSync(join(outside, "file"), "needle outside\n");
  const tools = await toolbox(t, { protectedPaths: [join(outside, "file")], unsearched: (path) => path.startsWith(outside) });
  const { at } = tools;
  mkdirSync(at("folder"));
  writeFileSync(at("folder", "file"), "needle inside\n");
  await tools.read({ path: "folder/file" });
  const folderForLink = (): void => {
    renameSync(at("folder"), at("before"));
    symlinkSync(outside, at("folder"));
  };
  const fileForLink = (): void => {
    rmSync(at("folder", "file"));
    symlinkSync(join(outside, "file"), at("folder", "file"));
  };
  return { ...tools, outside, folderForLink, fileForLink };
};

const PATCH = "*** Begin Patch\n*** Update File: folder/file\n-needle inside\n+changed\n*** End Patch";
const MOVE = "*** Begin Patch\n*** Update File: folder/file\n*** Move to: new/place\n-needle inside\n+changed\n*** End Patch";

test("every tool rejects a path that leads elsewhere than when it was allowed, and touches nothing there", async (t) => {
  for (const way of ["folderForLink", "fileForLink"] as const) {
    const cases = {
      read: { path: "folder/file" },
      write: { path: "folder/file", content: "changed\n" },
      edit: { path: "folder/file", oldText: "needle inside", newText: "changed" },
      patch: { input: PATCH },
      grep: { path: "folder/file", pattern: "needle" },
      ...(way === "folderForLink" ? { ls: { path: "folder" }, glob: { path: "folder", pattern: "*" } } : {}),
    } as const;
    for (const [tool, input] of Object.entries(cases)) {
      const scene = await swapping(t);
      await assert.rejects(
        scene[tool as keyof typeof cases](input, scene[way]),
        { name: "ToolError", message: /leads elsewhere than when it was allowed: to .*, not to .*\. Nothing was changed/ },
        `${tool}, ${way}`,
      );
      assert.equal(readFileSync(join(scene.outside, "file"), "utf8"), "needle outside\n");
      assert.deepEqual(readdirSync(scene.outside), ["file"]);
    }
  }
});

test("rejects a patch with a file that leads elsewhere, and changes no file", async (t) => {
  const { patch, outside, at } = await swapping(t);
  await assert.rejects(
    patch({ input: MOVE }, () => symlinkSync(outside, at("new"))),
    { message: /^new\/place leads elsewhere than when it was allowed/ },
  );
  assert.equal(readFileSync(at("folder", "file"), "utf8"), "needle inside\n");
  assert.deepEqual(readdirSync(outside), ["file"]);
});

test("rejects a file that was replaced by a hard link after the approval", async (t) => {
  const { read, grep, outside, at } = await swapping(t);
  const another = (): void => {
    rmSync(at("folder", "file"));
    linkSync(join(outside, "file"), at("folder", "file"));
  };
  await assert.rejects(read({ path: "folder/file" }, another), { message: /leads elsewhere than when it was allowed/ });
  assert.match(
    (await grep({ path: "folder", pattern: "needle" })).text,
    /^No line matches\.\n\(1 could not be read, for example: .* is excluded/,
  );
});

test("shows the current content of a changed file only with read permission", async (t) => {
  const { edit, write, at, forbid } = await swapping(t);
  writeFileSync(at("folder", "file"), "KEY=secret\n");
  forbid("read");
  const change = { path: "folder/file", oldText: "needle inside", newText: "changed" };
  // One after the other: a call that rejects before it is awaited would fail the test.
  for (const call of [() => edit(change), () => write({ path: "folder/file", content: "changed\n" })]) {
    await assert.rejects(call, (error: Error) => error.message.startsWith("Denied") && !error.message.includes("KEY"));
  }
});
