import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { allowAll, commandReader, judge, protectedPlaces, strictest } from "../policy/index.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { withEffects } from "./command-effects.ts";

const scene = async (t: Parameters<typeof temporaryWorkspace>[0]) => {
  const { workspace, at, root } = temporaryWorkspace(t);
  mkdirSync(at(".git", "hooks"), { recursive: true });
  const policy = strictest(protectedPlaces({ home: temporaryFolder(t), folder: root }), allowAll());
  const read = await commandReader();
  const verdict = async (command: string) => {
    const request = { tool: "bash", effect: "execute", subject: command, shell: "bash" } as const;
    return judge([await withEffects(request, workspace, read)], policy).verdict;
  };
  return { at, root, verdict };
};

test("a write through a link that is there leads to where the link leads", async (t) => {
  const { at, verdict } = await scene(t);
  symlinkSync(".git/hooks", at("h"));
  symlinkSync(".git", at("g"));
  assert.equal(await verdict("echo x > h/pre-commit"), "ask");
  assert.equal(await verdict("cp x g/hooks/y"), "ask");
  assert.equal(await verdict("rm -rf g/hooks"), "ask");
  assert.equal(await verdict("echo x > i/pre-commit"), "allow");
});

test("a protected name is one also where its link leads to an ordinary file", async (t) => {
  const { at, verdict } = await scene(t);
  symlinkSync("../../scripts/x", at(".git", "hooks", "pre-commit"));
  assert.equal(await verdict("echo x > .git/hooks/pre-commit"), "ask");
  assert.equal(await verdict("echo x > scripts/x"), "allow");
});

test("`..` after a link goes up from where the link leads, as in a shell", async (t) => {
  const { at, verdict } = await scene(t);
  mkdirSync(at("src"));
  symlinkSync("../.git/hooks", at("src", "h"));
  assert.equal(await verdict("echo x > src/h/../config"), "ask");
  assert.equal(await verdict("cd src && echo x > h/../../.git/config"), "ask");
  assert.equal(await verdict("echo x > src/../a"), "allow");
});

test("what would come to lie in a folder is asked about only where there is that folder", async (t) => {
  const { at, verdict } = await scene(t);
  writeFileSync(at("file"), "");
  mkdirSync(at("folder"));
  assert.equal(await verdict("cp .npmrc file"), "allow");
  assert.equal(await verdict("cp .npmrc folder"), "ask");
  assert.equal(await verdict("cp -r .vscode new"), "allow");
});

test("the session's folder under each of its names is asked about before it is removed", async (t) => {
  const { at, root, verdict } = await scene(t);
  symlinkSync(".", at("here"));
  for (const path of [root, `${root}/`, ".", "./src/..", "here/.", "$PWD"]) assert.equal(await verdict(`rm -rf ${path}`), "ask", path);
  assert.equal(await verdict("rm -rf src"), "allow");
  assert.equal(await verdict(`rm -rf ${root}/dist`), "allow");
});

test("what a file is moved to and from is written", async (t) => {
  const { verdict } = await scene(t);
  assert.equal(await verdict("mv .git/hooks x"), "ask");
  assert.equal(await verdict("mv src lib"), "allow");
});
