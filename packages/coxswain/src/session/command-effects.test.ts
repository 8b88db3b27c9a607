import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { allowAll, commandReader, judge, modePolicy, protectedPlaces, type Ruling, secretPaths, strictest } from "../policy/index.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import type { PermissionRequest } from "../loop/index.ts";
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

test("a write through an existing link is judged by the link's target", async (t) => {
  const { at, verdict } = await scene(t);
  symlinkSync(".git/hooks", at("h"));
  symlinkSync(".git", at("g"));
  assert.equal(await verdict("echo x > h/pre-commit"), "ask");
  assert.equal(await verdict("cp x g/hooks/y"), "ask");
  assert.equal(await verdict("rm -rf g/hooks"), "ask");
  assert.equal(await verdict("echo x > i/pre-commit"), "allow");
});

test("a protected name stays protected when it links to an ordinary file", async (t) => {
  const { at, verdict } = await scene(t);
  symlinkSync("../../scripts/x", at(".git", "hooks", "pre-commit"));
  assert.equal(await verdict("echo x > .git/hooks/pre-commit"), "ask");
  assert.equal(await verdict("echo x > scripts/x"), "allow");
});

test("`..` after a link resolves from the link's target, as in a shell", async (t) => {
  const { at, verdict } = await scene(t);
  mkdirSync(at("src"));
  symlinkSync("../.git/hooks", at("src", "h"));
  assert.equal(await verdict("echo x > src/h/../config"), "ask");
  assert.equal(await verdict("cd src && echo x > h/../../.git/config"), "ask");
  assert.equal(await verdict("echo x > src/../a"), "allow");
});

test("copying a protected name asks only if the target is an existing folder", async (t) => {
  const { at, verdict } = await scene(t);
  writeFileSync(at("file"), "");
  mkdirSync(at("folder"));
  assert.equal(await verdict("cp .npmrc file"), "allow");
  assert.equal(await verdict("cp .npmrc folder"), "ask");
  assert.equal(await verdict("cp -r .vscode new"), "allow");
});

test("asks before removing the session's folder under any of its names", async (t) => {
  const { at, root, verdict } = await scene(t);
  symlinkSync(".", at("here"));
  for (const path of [root, `${root}/`, ".", "./src/..", "here/.", "$PWD"]) assert.equal(await verdict(`rm -rf ${path}`), "ask", path);
  assert.equal(await verdict("rm -rf src"), "allow");
  assert.equal(await verdict(`rm -rf ${root}/dist`), "allow");
});

test("a move writes both its source and its target", async (t) => {
  const { verdict } = await scene(t);
  assert.equal(await verdict("mv .git/hooks x"), "ask");
  assert.equal(await verdict("mv src lib"), "allow");
});

/** Judges commands in the default mode. */
const reading = async (t: Parameters<typeof temporaryWorkspace>[0]) => {
  const { workspace, at } = temporaryWorkspace(t, { unsearched: secretPaths({}), env: { PATH: process.env["PATH"] } });
  const read = await commandReader();
  const ruling = async (command: string, more: Partial<PermissionRequest> = {}): Promise<Ruling> => {
    const request = { tool: "bash", effect: "execute", subject: command, shell: "bash", ...more } as const;
    return judge([await withEffects(request, workspace, read)], modePolicy("ask"));
  };
  return { at, ruling };
};

test("reading with git is asked about once the repository names a program", async (t) => {
  const { at, ruling } = await reading(t);
  assert.equal((await ruling("git status")).verdict, "allow");
  mkdirSync(at(".git", "objects"), { recursive: true });
  mkdirSync(at(".git", "refs"));
  writeFileSync(at(".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(at(".git", "config"), "[core]\n\tbare = false\n");
  for (const more of [{}, { confined: true }, { confined: false }])
    assert.equal((await ruling("git log -3 | head", more)).verdict, "allow");
  writeFileSync(at(".git", "config"), "[core]\n\tfsmonitor = ./x\n");
  for (const more of [{}, { confined: true }, { confined: false }])
    assert.deepEqual(await ruling("ls && git diff", more).then(({ verdict, reasons }) => [verdict, reasons]), [
      "ask",
      ["git may run other programs here: .git/config sets core.fsmonitor"],
    ]);
  assert.equal((await ruling("ls")).verdict, "allow");
});

test("reading a folder as a whole is asked about if it contains files with secrets and no sandbox hides them", async (t) => {
  const { at, ruling } = await reading(t);
  mkdirSync(at("src"));
  writeFileSync(at("src", "a.ts"), "");
  assert.equal((await ruling("grep -rn x .")).verdict, "allow");
  writeFileSync(at(".env"), "");
  const { verdict, reasons } = await ruling("grep -rn x . | head");
  assert.deepEqual([verdict, reasons], ["ask", [`${at()} contains files with secrets, which it would read too`]]);
  assert.equal((await ruling("grep -rn x .", { confined: true })).verdict, "allow");
  assert.equal((await ruling("grep -rn x src")).verdict, "allow");
  assert.equal((await ruling("rg x")).verdict, "allow");
});

const verdicts = async (lines: readonly string[], ruling: (command: string) => Promise<Ruling>): Promise<readonly string[]> =>
  Promise.all(lines.map(async (line) => `${(await ruling(line)).verdict} ${line}`));

test("a search through a folder is recognized beside options with values, and with abbreviated options", async (t) => {
  const { at, ruling } = await reading(t);
  mkdirSync(at("src"));
  writeFileSync(at("src", "a.ts"), "");
  writeFileSync(at(".env"), "");
  const asked = [
    "grep -r -A 3 x",
    "grep -rn -m 1 x",
    "grep -r --include '*' x",
    "grep -r -e x",
    "grep -re x",
    "grep -r -f src/a.ts",
    "grep -d recurse x",
    "grep --dir=recurse x",
    "rg -uu -A 3 x",
    "rg --hidden -e x",
    "rg --hidden -t ts x",
    "rg -g '*' x",
    "rg --glob='**' x",
    "git diff --no-index src .",
    "git diff src .",
  ];
  const allowed = [
    "grep -rn -A 3 x src",
    "grep -rn --include '*.ts' x src",
    "grep -rn -e x -e y src",
    "rg --hidden -A 3 x src",
    "rg -g '*.{ts,tsx}' x",
    "rg -g '*.ts' '/x/' src",
    "rg -g 'src/**' x",
    "git diff HEAD~1",
  ];
  assert.deepEqual(
    await verdicts(asked, ruling),
    asked.map((line) => `ask ${line}`),
  );
  assert.deepEqual(
    await verdicts(allowed, ruling),
    allowed.map((line) => `allow ${line}`),
  );
});

test("a command runs in the folder that `cd` enters, or in the one before if `cd` may fail or does something else", async (t) => {
  const { at, ruling } = await reading(t);
  mkdirSync(at("src", "deep"), { recursive: true });
  symlinkSync("src/deep", at("link"));
  const asked = [
    "cd src && ls || cat ../a",
    "cd src && true && ls || cat ../a",
    "cd link/.. && cat ../a",
    "cd ./link/../link/.. && cat ../a",
    "cd() { :; }; cd src && cat ../a",
  ];
  const allowed = ["cd src && cat ../a || echo none", "cd src/deep/.. && cat ../a", "cd link && cat ../a", "cd src/.. && cat a"];
  assert.deepEqual(
    await verdicts(asked, ruling),
    asked.map((line) => `ask ${line}`),
  );
  assert.deepEqual(
    await verdicts(allowed, ruling),
    allowed.map((line) => `allow ${line}`),
  );
});

test("folders that only the shell knows are outside", async (t) => {
  const { ruling } = await reading(t);
  for (const path of ["~ada/a", "~-/a", "~1/a", "~+1/a"]) assert.equal((await ruling(`cat ${path}`)).verdict, "ask", path);
  assert.equal((await ruling("cat ~+/a")).verdict, "allow");
});
