import assert from "node:assert/strict";
import { closeSync, linkSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test, type TestContext } from "node:test";
import type { PermissionRequest } from "../loop/index.ts";
import { allowAll, commandReader, denySecrets, judge, secretPaths, secretsIn, strictest } from "../policy/index.ts";
import { applyPatchTool, bashTool, editTool, globTool, grepTool, lsTool, readTool, writeTool } from "../tools/index.ts";
import { toolbox } from "../tools/tool-context.fixture.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { withEffects } from "./command-effects.ts";

/** A home with a key, a project outside it, and every kind of name for the key on Linux. */
const scene = async (t: TestContext) => {
  const home = temporaryFolder(t);
  mkdirSync(join(home, ".ssh", "deep"), { recursive: true });
  const key = join(home, ".ssh", "id_ed25519");
  writeFileSync(key, "needle\n");
  const places = { home };
  const tools = await toolbox(t, {
    env: { ...process.env, HOME: home },
    unsearched: secretPaths(places),
    protectedPaths: secretsIn(places),
  });
  const { at, workspace, root } = tools;
  mkdirSync(at("src"));
  writeFileSync(at("harmless.txt"), "needle\n");
  symlinkSync(key, at("link"));
  symlinkSync("link", at("link-of-link"));
  symlinkSync(join(home, ".ssh"), at("folder"));
  symlinkSync(join(home, ".ssh", "deep"), at("deep"));
  linkSync(key, at("hard.txt"));
  linkSync(key, at("src", "hard.ts"));
  const descriptor = openSync(key, "r");
  t.after(() => closeSync(descriptor));
  const names = [
    key,
    relative(root, key),
    "~/.ssh/id_ed25519",
    "~/.ssh/../.ssh/./id_ed25519",
    `${key}/`,
    key.replaceAll("/", "//"),
    `/proc/self/root${key}`,
    `/proc/${process.pid}/root${key}`,
    `/proc/self/fd/${descriptor}`,
    `/dev/fd/${descriptor}`,
    "link",
    "./src/../link",
    "link-of-link",
    "link/",
    "folder/id_ed25519",
    "folder//./id_ed25519",
    "deep/../id_ed25519",
    "deep/../deep/../id_ed25519",
    "~/.SSH/ID_ED25519",
    "hard.txt",
    "src/hard.ts",
    `deep/../${relative(join(home, ".ssh"), at("hard.txt"))}`,
  ];
  const policy = strictest(denySecrets(places), allowAll());
  const read = await commandReader();
  const verdict = async (requests: readonly PermissionRequest[]) =>
    judge(await Promise.all(requests.map((request) => withEffects(request, workspace, read))), policy).verdict;
  return { ...tools, home, key, names, verdict };
};

test("read tools and commands are denied a secret under each of its names", async (t) => {
  const { names, needs, verdict } = await scene(t);
  for (const path of names) {
    assert.equal(await verdict(await needs(readTool, { path, offset: undefined, limit: undefined })), "deny", `read ${path}`);
    const patch = `*** Begin Patch\n*** Update File: ${path}\n-needle\n+other\n*** End Patch`;
    assert.equal(await verdict(await needs(applyPatchTool, { input: patch })), "deny", `apply_patch ${path}`);
    for (const command of [`cat ${path}`, `wc -l < ${path}`, `cp ${path} x`, `true && (head -1 ${path} | tee x)`]) {
      const bash = { command, timeout: undefined, background: undefined, description: undefined, outside: undefined };
      assert.equal(await verdict(await needs(bashTool, bash)), "deny", command);
    }
  }
});

test("a search of a secret is denied, and a search of its folder shows none of its text", async (t) => {
  const { names, needs, verdict, grep } = await scene(t);
  const search = { pattern: "needle", glob: undefined, mode: undefined, literal: undefined, ignoreCase: undefined, context: undefined };
  for (const path of names) assert.equal(await verdict(await needs(grepTool, { ...search, path })), "deny", `grep ${path}`);
  const { text } = await grep({ pattern: "needle" });
  assert.match(text, /^harmless\.txt\n1:needle\n\(2 could not be read, for example: .*hard\.t.* is excluded from searches\)$/);
});

test("requests to write, list or search use the real path", async (t) => {
  const { names, needs, home, key, at } = await scene(t);
  // Includes the key's path from `alsoKnownAs`.
  const subjectsOf = (requests: readonly PermissionRequest[]) =>
    requests.map(({ subject, alsoKnownAs = [] }) => [subject, ...alsoKnownAs.filter((name) => name === key)]);
  for (const path of names) {
    const real = path.includes("hard.") ? at(path.includes("src/") ? "src/hard.ts" : "hard.txt") : key;
    const folded = path.includes("SSH") ? join(home, ".SSH", "ID_ED25519") : real;
    const expected = real === key ? [folded] : [real, key];
    assert.deepEqual(subjectsOf(await needs(writeTool, { path, content: "x" })), [expected], `write ${path}`);
    const change = { oldText: "a", newText: "b", replaceAll: undefined, edits: undefined };
    assert.deepEqual(subjectsOf(await needs(editTool, { path, ...change })), [expected], `edit ${path}`);
  }
  for (const path of ["folder", "folder/", "~/.ssh", "deep/..", "folder/deep/../"]) {
    assert.deepEqual(subjectsOf(await needs(lsTool, { path })), [[join(home, ".ssh")]], `ls ${path}`);
    assert.deepEqual(subjectsOf(await needs(globTool, { path, pattern: "*" })), [[join(home, ".ssh")]], `glob ${path}`);
  }
});

test("a process's environment under /proc is a secret under each of its names", async (t) => {
  const { needs, verdict, at } = await scene(t);
  symlinkSync("/proc/self", at("myself"));
  const names = ["/proc/self/environ", `/proc/${process.pid}/environ`, "/proc/thread-self/environ", "myself/environ", "/proc/1/environ"];
  for (const path of [...names, `/proc/self/root/proc/${process.pid}/environ`, `/proc/self/task/${process.pid}/environ`]) {
    assert.equal(await verdict(await needs(readTool, { path, offset: undefined, limit: undefined })), "deny", path);
    const bash = { command: `cat ${path}`, timeout: undefined, background: undefined, description: undefined, outside: undefined };
    assert.equal(await verdict(await needs(bashTool, bash)), "deny", path);
  }
});

test("a hard link to the project's .env is a secret", async (t) => {
  const { needs, verdict, at } = await scene(t);
  writeFileSync(at(".env"), "KEY=1\n");
  linkSync(at(".env"), at("src", "notes.md"));
  assert.equal(await verdict(await needs(readTool, { path: "src/notes.md", offset: undefined, limit: undefined })), "deny");
});
