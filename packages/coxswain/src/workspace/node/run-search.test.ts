import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import type { FoundFile, FoundLine, TextQuery } from "../search.ts";
import { nodeWorkspace } from "./node-workspace.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";
import { globMatcher, searchFiles, walk } from "./fallback-search.ts";
import { findProgram } from "./find-program.ts";

const FILES = {
  ".gitignore": "*.log\nbuild/\n",
  ".env": "needle hidden\n",
  ".git/config": "needle in git\n",
  "a.ts": "one\nneedle two\nthree\nNEEDLE four\n",
  "b.log": "needle ignored\n",
  "build/out.ts": "needle built\n",
  "src/c.ts": "x\r\nneedle (with) crlf\r\n",
  "src/.gitignore": "!included.log\nskipped.ts\n",
  "src/included.log": "needle included\n",
  "src/skipped.ts": "needle skipped\n",
  "src/deep/d.md": "no match\n",
  "binary.bin": "needle\0needle\n",
};

const project = (t: Parameters<typeof temporaryWorkspace>[0]) => {
  const made = temporaryWorkspace(t);
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(made.at(path)), { recursive: true });
    writeFileSync(made.at(path), text);
  }
  return made;
};

const all = async <T>(found: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const one of found) list.push(one);
  return list;
};

const linesOf = async (root: string, found: AsyncIterable<FoundLine>) =>
  (await all(found))
    .map((one) => (one.kind === "unreadable" ? one.reason : `${relative(root, one.path)}:${one.line}:${one.kind}:${one.text}`))
    .filter((line) => !line.startsWith("binary"))
    .toSorted();

const filesOf = async (root: string, found: AsyncIterable<FoundFile>) =>
  (await all(found)).map((one) => (one.kind === "file" ? relative(root, one.path) : one.reason)).toSorted();

test("finds text in files that are not ignored, including hidden ones, without line ends", async (t) => {
  const { root, workspace } = project(t);
  assert.deepEqual(await linesOf(root, workspace.searchText({ pattern: "needle", path: "." })), [
    ".env:1:match:needle hidden",
    "a.ts:2:match:needle two",
    "src/c.ts:2:match:needle (with) crlf",
    "src/included.log:1:match:needle included",
  ]);
});

test("narrows a search by glob, folder, file, case, literal pattern, context and count", async (t) => {
  const { root, workspace } = project(t);
  const search = (query: TextQuery) => linesOf(root, workspace.searchText(query));
  assert.deepEqual(await search({ pattern: "needle", path: ".", glob: "*.md" }), []);
  assert.deepEqual(await search({ pattern: "needle", path: ".", glob: "src/*.ts" }), ["src/c.ts:2:match:needle (with) crlf"]);
  assert.deepEqual(await search({ pattern: "needle", path: "src", glob: "*.ts" }), ["src/c.ts:2:match:needle (with) crlf"]);
  assert.deepEqual(await search({ pattern: "needle", path: ".", glob: "**/src/*" }), [
    "src/c.ts:2:match:needle (with) crlf",
    "src/included.log:1:match:needle included",
  ]);
  assert.deepEqual(await search({ pattern: "needle", path: ".", glob: "!{src/*,.env}" }), ["a.ts:2:match:needle two"]);
  assert.deepEqual(await search({ pattern: "NEEDLE", path: "a.ts" }), ["a.ts:4:match:NEEDLE four"]);
  assert.equal((await search({ pattern: "NEEDLE", path: "a.ts", ignoreCase: true })).length, 2);
  assert.equal((await search({ pattern: "needle", path: "a.ts", ignoreCase: true, maxPerFile: 1 })).length, 1);
  assert.deepEqual(await search({ pattern: "(with)", path: "src", literal: true }), ["src/c.ts:2:match:needle (with) crlf"]);
  assert.deepEqual(await search({ pattern: "two", path: "a.ts", context: 1 }), [
    "a.ts:1:context:one",
    "a.ts:2:match:needle two",
    "a.ts:3:context:three",
  ]);
});

test("does not show text of excluded files, and reports each once", async (t) => {
  const { root, at } = project(t);
  writeFileSync(at(".env"), "needle\nneedle\n");
  const workspace = nodeWorkspace({ root, unsearched: (path) => path.endsWith("/.env") });
  assert.deepEqual(await linesOf(root, workspace.searchText({ pattern: "needle", path: ".", glob: ".*" })), [
    `${at(".env")} is excluded from searches`,
  ]);
});

test("a pattern that begins with a dash is a pattern", async (t) => {
  const { workspace } = project(t);
  assert.deepEqual(await all(workspace.searchText({ pattern: "--files", path: "." })), []);
});

test("ripgrep runs no other program and ignores all configuration", async (t) => {
  const { root, at } = project(t);
  const outside = temporaryFolder(t);
  writeFileSync(join(outside, "file"), "needle outside\n");
  symlinkSync(outside, at("link"));
  writeFileSync(at("pre.sh"), `#!/bin/sh\ntouch '${at("sprung")}'\necho needle pre\n`, { mode: 0o755 });
  const settings = at("ripgreprc");
  writeFileSync(settings, `--pre=${at("pre.sh")}\n--follow\n--no-ignore\n--search-zip\n--hostname-bin=${at("pre.sh")}\n`);
  const workspace = nodeWorkspace({ root, env: { ...process.env, RIPGREP_CONFIG_PATH: settings, HOME: root } });
  writeFileSync(at(".ripgreprc"), readFileSync(settings));
  writeFileSync(at(".rgignore"), `--pre=${at("pre.sh")}\n!b.log\npre.sh\n`);
  writeFileSync(at(".ignore"), "a.ts\n");
  assert.deepEqual(await linesOf(root, workspace.searchText({ pattern: "needle", path: "." })), [
    ".env:1:match:needle hidden",
    "b.log:1:match:needle ignored",
    "src/c.ts:2:match:needle (with) crlf",
    "src/included.log:1:match:needle included",
  ]);
  assert.deepEqual(await filesOf(root, workspace.findFiles({ path: ".", glob: "**/file" })), []);
  assert.equal(existsSync(at("sprung")), false);
});

test("a path that begins with a dash, and a pattern that resembles an option, are used literally", async (t) => {
  const { root, workspace, at } = project(t);
  mkdirSync(at("--pre=x"));
  writeFileSync(at("--pre=x", "-e"), "--files needle\n");
  const lines = await linesOf(root, workspace.searchText({ pattern: "--files", path: "--pre=x" }));
  assert.deepEqual(lines, ["--pre=x/-e:1:match:--files needle"]);
  assert.deepEqual(await linesOf(root, workspace.searchText({ pattern: "-f/etc/passwd", path: "--pre=x/-e" })), []);
  assert.deepEqual(await filesOf(root, workspace.findFiles({ path: "--pre=x", glob: "-*" })), ["--pre=x/-e"]);
});

test("a pattern or a glob that cannot be parsed is an error with the position", async (t) => {
  const { workspace } = project(t);
  await assert.rejects(all(workspace.searchText({ pattern: "a(", path: "." })), {
    name: "SearchError",
    code: "pattern",
    message: /unclosed group/,
  });
  await assert.rejects(all(workspace.searchText({ pattern: "a", path: ".", glob: "{a" })), { name: "SearchError", code: "glob" });
  await assert.rejects(all(workspace.findFiles({ path: ".", glob: "" })), { name: "SearchError", code: "glob" });
});

test("searching a missing path is an error", async (t) => {
  const { workspace } = project(t);
  await assert.rejects(all(workspace.searchText({ pattern: "a", path: "none" })), { name: "FileError", code: "not_found" });
  await assert.rejects(all(workspace.findFiles({ path: "a.ts", glob: "*" })), { name: "FileError", code: "not_folder" });
});

test("T13: a fifo and a device, which could block forever, are not searched", async (t) => {
  const { workspace, at } = project(t);
  execFileSync("mkfifo", [at("fifo")]);
  for (const path of ["fifo", "/dev/zero"]) {
    await assert.rejects(all(workspace.searchText({ pattern: "a", path })), { name: "FileError", code: "not_regular" });
  }
});

test("leaving the loop ends the search, and so does the signal", async (t) => {
  const { workspace } = project(t);
  for await (const line of workspace.searchText({ pattern: "needle", path: "." })) {
    assert.equal(line.kind, "match");
    break;
  }
  await assert.rejects(all(workspace.searchText({ pattern: "needle", path: ".", signal: AbortSignal.abort() })), { name: "AbortError" });
});

test("finds files by glob: a name at any depth, a path below the folder, braces, hidden files", async (t) => {
  const { root, workspace } = project(t);
  const find = (glob: string, path = ".") => filesOf(root, workspace.findFiles({ path, glob }));
  assert.deepEqual(await find("*.ts"), ["a.ts", "src/c.ts"]);
  assert.deepEqual(await find("src/**/*.{md,log}"), ["src/deep/d.md", "src/included.log"]);
  assert.deepEqual(await find("./**/*.md"), ["src/deep/d.md"]);
  assert.deepEqual(await find(".e*"), [".env"]);
  assert.deepEqual(await find("*.log"), ["src/included.log"]);
  assert.deepEqual(await find("deep/*", "src"), ["src/deep/d.md"]);
});

test("finds the same lines and files without ripgrep", async (t) => {
  const { root, workspace } = project(t);
  symlinkSync("a.ts", join(root, "link.ts"));
  for (const query of [
    { pattern: "needle", path: root },
    { pattern: "needle", path: root, ignoreCase: true, context: 1 },
    { pattern: "(with)", path: join(root, "src"), literal: true },
    { pattern: "e", path: root, glob: "src/*.ts", maxPerFile: 1 },
    { pattern: "needle", path: join(root, "a.ts") },
  ]) {
    assert.deepEqual(await linesOf(root, searchFiles(query)), await linesOf(root, workspace.searchText(query)), JSON.stringify(query));
  }
  assert.deepEqual(await filesOf(root, walk(root)), await filesOf(root, workspace.findFiles({ path: ".", glob: "**" })));
  await assert.rejects(all(searchFiles({ pattern: "a(", path: root })), { name: "SearchError", code: "pattern" });
});

test("a glob without a slash matches the name", async () => {
  const matches = await globMatcher("*.ts");
  assert.deepEqual(["a.ts", "x/y/a.ts", "a.tsx"].map(matches), [true, true, false]);
});

test("never runs a program from a relative folder of the path", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "tool"), "#!/bin/sh\n", { mode: 0o755 });
  assert.equal(await findProgram("tool", folder), join(folder, "tool"));
  assert.equal(await findProgram("tool", relative(process.cwd(), folder)), undefined);
  assert.equal(execFileSync(join(folder, "tool"), { encoding: "utf8" }), "");
});

test("does not report a large file as changed when its folder changes during the search", async (t) => {
  const { workspace, at } = temporaryWorkspace(t, {
    unsearched: () => {
      mkdirSync(at("folder", "new"), { recursive: true });
      return false;
    },
  });
  mkdirSync(at("folder"));
  writeFileSync(at("folder", "large"), Buffer.alloc(65 * 1024 * 1024, "needle\n"));
  const found = await all(workspace.searchText({ path: at("folder"), pattern: "needle", maxPerFile: 1 }));
  assert.deepEqual(found, [
    { kind: "unreadable", reason: `${at("folder", "large")} is large, and its folder changed during the search; search again` },
  ]);
});
