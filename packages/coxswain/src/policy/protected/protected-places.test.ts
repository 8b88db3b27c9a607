import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll } from "../grants.ts";
import { judge, strictest } from "../policy.ts";
import { protectedAtHome, protectedIn } from "./protected-place.ts";
import { protectedPaths, protectedPlaces } from "./protected-places.ts";

const PLACES = { home: "/home/ada", folder: "/work", also: ["/data/coxswain"] };
const isProtected = protectedPaths(PLACES);
const ruled = (path: string) =>
  judge([{ tool: "write", effect: "write", subject: path, inside: true }], strictest(protectedPlaces(PLACES), allowAll()));

test("writing a file that git runs is asked about although everything is allowed, and the reason names it and when it runs", () => {
  const { verdict, reasons } = ruled("/work/.git/hooks/pre-commit");
  assert.equal(verdict, "ask");
  assert.deepEqual(reasons, [
    "/work/.git/hooks/pre-commit is git's own file or a hook, which runs code when git is used in that repository",
  ]);
});

test("reading is not asked about", () => {
  const request = { tool: "read", effect: "read", subject: "/work/.git/config", inside: true } as const;
  assert.equal(judge([request], strictest(protectedPlaces(PLACES), allowAll())).verdict, "allow");
});

test("files of everyday work are not protected", () => {
  for (const path of [
    "/work/src/a.ts",
    "/work/package.json",
    "/work/Makefile",
    "/work/.github/workflows/ci.yml",
    "/work/.gitlab-ci.yml",
    "/work/.gitignore",
    "/work/.git/index.lock",
    "/work/.git/COMMIT_EDITMSG",
    "/work/AGENTS.md",
    "/work/docs/.nojekyll",
    "/work/src/hooks/use-config.ts",
    "/work/config",
    "/home/ada/notes.txt",
    "/tmp/x",
  ])
    assert.equal(isProtected(path), false, path);
});

test("a place is found under each of its names", () => {
  for (const path of [
    "/work/.GIT/Hooks/pre-commit",
    "/work/.git//hooks/./pre-commit",
    "/work/.git/hooks/",
    "/work/src/../.git/config",
    "/work/.g\u200Cit/config",
    "/work/.git./config",
    "/proc/self/root/home/ada/.config/fish/config.fish",
    "/proc/1/task/2/root/home/ada/.config/systemd/user/x.service",
    "~/.bashrc",
    "~/.config/autostart/x.desktop",
    "C:\\work\\.git\\config",
    "h/.git/hooks/x",
    ".git",
  ])
    assert.equal(isProtected(path), true, path);
});

test("a place is found in composed and decomposed form", () => {
  for (const home of ["/home/zo\u00EB", "/home/zoe\u0308"])
    for (const path of ["/home/zo\u00EB/.bashrc", "/home/zoe\u0308/.bashrc", "/home/ZOE\u0308/.config/autostart/x.desktop"])
      assert.ok(protectedPaths({ home, folder: "/work" })(path), JSON.stringify([home, path]));
});

test("Coxswain's own folders are protected wherever they are", () => {
  assert.equal(isProtected("/data/coxswain/trust.json"), true);
  assert.equal(isProtected("/data/coxswain-notes/a.md"), false);
});

test("the lists for a sandbox hold absolute paths that are protected, and no patterns", () => {
  for (const path of [...protectedIn("/work"), ...protectedAtHome("/home/ada")]) {
    assert.match(path, /^\/[^*{}]+$/);
    assert.equal(isProtected(path), true, path);
  }
  assert.ok(protectedIn("/work").includes("/work/.git/hooks"));
  assert.ok(protectedAtHome("/home/ada").includes("/home/ada/.bashrc"));
  assert.ok(protectedAtHome("/home/ada").includes("/home/ada/.ssh"));
});

test("worktrees in Coxswain's folders are not protected, and everything around them and places in them that run code are", () => {
  const places = {
    home: "/home/ada",
    also: ["/home/ada/.local/share/coxswain"],
    worktreeFolders: ["/home/ada/.local/share/coxswain/worktrees"],
  };
  const isProtectedHere = protectedPaths(places);
  const trees = places.worktreeFolders[0];
  for (const path of ["a/b.txt", "a", "a/*", "a/src/trust.json"]) assert.ok(!isProtectedHere(`${trees}/${path}`), path);
  for (const path of [
    "",
    "/.",
    "/../trust.json",
    "/a/../../trust.json",
    "/../sessions/a.jsonl",
    "2/a",
    "/a/.git",
    "/a/.git/hooks/x",
    "/a/.vscode/x",
  ])
    assert.ok(isProtectedHere(`${trees}${path}`), path);
  assert.ok(isProtectedHere("/home/ada/.local/share/coxswain/*/a"));
});
