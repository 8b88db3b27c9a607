import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ACTIVE, type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

/** Makes a folder a repository with a remote. */
const clone = async (folder: string, name = "boat"): Promise<void> => {
  await mkdir(join(folder, ".git"), { recursive: true });
  await writeFile(join(folder, ".git", "config"), `[remote "origin"]\n\turl = git@example.com:ann/${name}.git\n`);
};

const ids = async (cox: CoxScene, ...words: readonly string[]): Promise<readonly string[]> =>
  jsonLines((await cox.run(["sessions", "list", "--json", ...words], { cwd: cox.home })).stdout).map((session) => String(session["id"]));

/** A key without a recognizable shape. */
const PLAIN = { ANTHROPIC_API_KEY: "PLAIN-canary-key-98765" };

const CLAUDE = [
  {
    type: "user",
    uuid: "u1",
    parentUuid: null,
    sessionId: "s-1",
    cwd: "/gone",
    timestamp: "2026-01-01T00:00:00Z",
    message: { role: "user", content: "Fix \u202e it." },
  },
  { type: "mystery", uuid: "m1", parentUuid: "u1", sessionId: "s-1" },
  {
    type: "assistant",
    uuid: "a1",
    parentUuid: "m1",
    sessionId: "s-1",
    timestamp: "2026-01-01T00:00:01Z",
    message: { id: "r1", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "text", text: "Fixed." }], usage: {} },
  },
]
  .map((record) => JSON.stringify(record))
  .join("\n");

test("lists the sessions of a moved project, and -c continues them in its new folder", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  await clone(cox.project);
  await cox.run(["first"]);
  const moved = join(cox.home, "moved");
  await rename(cox.project, moved);
  const [id] = await ids(cox, "--cwd", moved);
  assert.match((await cox.run(["sessions"], { cwd: moved })).stdout, /project: first\n$/);
  const { stdout, stderr } = await cox.run(["-c", "second"], { cwd: moved });
  assert.equal(stdout, "two\n");
  assert.match(stderr, /^cox: the session's folder no longer exists; the session now uses .*moved\n$/);
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body["messages"]), new RegExp(await realpath(moved)));
  assert.equal((await cox.run(["-c", "third"], { cwd: moved })).stderr, "");
  assert.deepEqual(await ids(cox, "--cwd", moved), [id]);
  assert.equal(messagesOf(cox.server.requests.at(-1)).length, 5);
});

test("does not report a lost folder for a relocated session, even if the old folder exists", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  const other = join(cox.home, "other");
  await mkdir(other);
  await cox.run(["sessions", "relocate", "--from", cox.project, "--to", other]);
  const { stdout, stderr } = await cox.run(["-c", "second"], { cwd: other });
  assert.deepEqual([stdout, stderr], ["two\n", ""]);
});

test("-r continues in the current folder of the session's project, and explains what to do in another one", async () => {
  await using cox = await openCox(["one", "two"]);
  await clone(cox.project);
  await cox.run(["first"]);
  const [id = ""] = await ids(cox, "--all");
  const moved = join(cox.home, "moved");
  await rename(cox.project, moved);
  const elsewhere = await cox.run(["-r", id, "second"], { cwd: cox.home });
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /no longer exists: .* To use the current folder instead: cox sessions relocate /);
  const here = await cox.run(["-r", id, "second"], { cwd: moved });
  assert.equal(here.stdout, "two\n", here.stderr);
  assert.match(here.stderr, /^cox: the session's folder no longer exists; the session now uses .*moved\n$/);
});

test("relocate moves one session or all of a folder permanently, also without git", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  await cox.run(["first"]);
  const sub = join(cox.project, "sub");
  await mkdir(sub);
  await cox.run(["second"], { cwd: sub });
  const moved = join(cox.home, "moved");
  await rename(cox.project, moved);
  const { code, stderr } = await cox.run(["sessions", "relocate", "--from", cox.project, "--to", moved], { cwd: cox.home });
  assert.equal(code, 0, stderr);
  assert.equal(stderr.match(/now uses/g)?.length, 2);
  assert.equal((await ids(cox, "--cwd", moved)).length, 1);
  assert.equal((await cox.run(["-c", "third"], { cwd: join(moved, "sub") })).stdout, "three\n");
  const none = await cox.run(["sessions", "relocate", "--from", cox.project], { cwd: moved });
  assert.match(none.stderr, /^No sessions in /);
  const nowhere = await cox.run(["sessions", "relocate", "--from", moved, "--to", cox.project], { cwd: moved });
  assert.equal(nowhere.code, 2);
});

test("exports Markdown, HTML, and JSON Lines that another machine imports", async () => {
  await using cox = await openCox(["one\u001b[2J \u202e\u009b", "two"]);
  await cox.run(["first"]);
  const [id = ""] = await ids(cox, "--all");
  const markdown = await cox.run(["sessions", "export", id.slice(0, 8)]);
  assert.match(markdown.stdout, /## User\n\n.*\n\nfirst\n[^]*one\\u\{1b\}\[2J/);
  for (const format of ["md", "html", "jsonl"]) {
    assert.doesNotMatch((await cox.run(["sessions", "export", id, "--format", format])).stdout, ACTIVE);
  }
  const path = join(cox.home, "export.jsonl");
  await cox.run(["sessions", "export", id, "--format", "jsonl", "--output", path]);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(
    (await readdir(cox.home)).filter((name) => name.endsWith(".new")),
    [],
  );

  await using other = await openCox(["two"]);
  const imported = await other.run(["sessions", "import", path]);
  assert.deepEqual([imported.code, imported.stdout, imported.stderr], [0, `${id}\n`, `${path}: imported.\n`]);
  assert.equal((await other.run(["sessions", "import", path])).stderr, `${path}: already imported.\n`);
  assert.equal((await other.run(["sessions", "relocate", id])).code, 0);
  assert.equal((await other.run(["-c", "second"])).stdout, "two\n");
  assert.equal(messagesOf(other.server.requests.at(-1)).length, 3);
});

test("imports a session of another program, reports omitted parts, and continues it", async () => {
  await using cox = await openCox(["Yes."]);
  const path = join(cox.home, "session.jsonl");
  await writeFile(path, `${CLAUDE}\n{"broken\n`);
  const bad = join(cox.home, "bad.jsonl");
  await writeFile(bad, "no session\n");
  const { code, stdout, stderr } = await cox.run(["sessions", "import", bad, path, join(cox.home, "none"), "--json"]);
  assert.equal(code, 1);
  assert.deepEqual(jsonLines(stdout), [
    { id: "claude-s-1", cwd: "/gone", from: "claude", file: path, result: "stored", left: { mystery: 1, "broken line": 1 } },
  ]);
  assert.match(stderr, /bad\.jsonl: This is not a session of Coxswain, pi, Claude Code or Codex/);
  assert.match(stderr, /none: .*no such file/);
  assert.match(stderr, /session\.jsonl: imported; skipped: 1 mystery, 1 broken line\.\n/);
  await cox.run(["sessions", "relocate", "claude-s-1"]);
  assert.equal((await cox.run(["-c", "And now?"])).stdout, "Yes.\n");
  const roles = messagesOf(cox.server.requests.at(-1)).map(({ role }) => role);
  assert.deepEqual(roles, ["user", "assistant", "user"]);
  const wrong = await cox.run(["sessions", "import", path, "--from", "vim"]);
  assert.deepEqual([wrong.code, wrong.stderr.includes("--from must be one of coxswain, pi, claude, codex, not vim")], [2, true]);
});

test("-c continues one's own session although an imported one was used later, until the import is continued", async () => {
  await using cox = await openCox(() => "ok");
  await cox.run(["own work"]);
  const path = join(cox.home, "session.jsonl");
  // Newer than the session, so that only its origin decides.
  const late = new Date(Date.now() + 3_600_000).toISOString();
  await writeFile(path, CLAUDE.replace("/gone", cox.project).replace("2026-01-01T00:00:01Z", late));
  await cox.run(["sessions", "import", path]);
  await cox.run(["sessions", "rename", "claude-s-1", "From Claude"]);
  await cox.run(["-c", "one"]);
  assert.match(JSON.stringify(messagesOf(cox.server.requests.at(-1))), /own work/);
  await cox.run(["-r", "claude-s-1", "two"]);
  await cox.run(["-c", "three"]);
  assert.match(JSON.stringify(messagesOf(cox.server.requests.at(-1))), /Fixed\./);
});

test("lists an imported session with its own time", async () => {
  await using cox = await openCox();
  const path = join(cox.home, "session.jsonl");
  await writeFile(path, CLAUDE);
  await cox.run(["sessions", "import", path]);
  const [listed] = jsonLines((await cox.run(["sessions", "--all", "--json"])).stdout);
  assert.deepEqual([listed?.["createdAt"], listed?.["updatedAt"]], [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 0, 1)]);
});

test("-r takes the end of an id, as the list shows it, the original id of an import, and a title or a part of one", async () => {
  await using cox = await openCox(() => "ok");
  await cox.run(["fix the parser"]);
  await cox.run(["fix the printer"]);
  const path = join(cox.home, "session.jsonl");
  await writeFile(path, CLAUDE.replace("/gone", cox.project));
  await cox.run(["sessions", "import", path]);
  const short = /^(\S+) .* fix the parser$/m.exec((await cox.run(["sessions"])).stdout)?.[1] ?? "";
  assert.equal(short.length, 8);
  for (const [name, words] of [
    [short, /fix the parser/],
    ["s-1", /Fixed\./],
    ["Fix the printer", /fix the printer/],
    ["parser", /fix the parser/],
  ] as const) {
    const { code, stderr } = await cox.run(["-r", name, "next"]);
    assert.equal(code, 0, stderr);
    assert.match(JSON.stringify(messagesOf(cox.server.requests.at(-1))), words);
  }
  const both = await cox.run(["-r", "fix the p", "next"]);
  assert.equal(both.code, 1);
  assert.match(both.stderr, /^cox: 2 sessions match fix the p\. Use the id of one: .{8} \(fix the pr?i?.*\), .{8} \(fix the p.*\)\n$/);
});

test("L24: writes no known key to a log from a title or an imported session", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["first"]);
  const [id = ""] = await ids(cox, "--all");
  assert.equal((await cox.run(["sessions", "rename", id, "with", "PLAIN-canary-key-98765"], { env: PLAIN })).code, 0);
  const path = join(cox.home, "session.jsonl");
  await writeFile(path, CLAUDE.replace("Fixed.", "It is PLAIN-canary-key-98765."));
  assert.equal((await cox.run(["sessions", "import", path], { env: PLAIN })).code, 0);
  const logs = await Promise.all((await cox.sessionFiles()).map((file) => readFile(file, "utf8")));
  assert.equal(logs.length, 2);
  for (const log of logs) assert.deepEqual([log.includes("[masked:key]"), log.includes("canary-key")], [true, false]);
});

test("preserves the existing file when an export fails", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["first"]);
  const [id = ""] = await ids(cox, "--all");
  const path = join(cox.home, "kept");
  await writeFile(path, "kept");
  const refused = await cox.run(["sessions", "export", id, "--output", join(path, "below")]);
  assert.equal(refused.code, 1);
  assert.equal(refused.stderr, `cox: ${join(path, "below")} cannot be written: ${path} is not a folder\n`);
  assert.equal(await readFile(path, "utf8"), "kept");
  const nowhere = await cox.run(["sessions", "export", id, "--output", "none/x"]);
  assert.equal(nowhere.stderr, `cox: ${join(cox.project, "none", "x")} cannot be written: no such folder: ${join(cox.project, "none")}\n`);
  const folder = await cox.run(["sessions", "export", id, "--output", "."]);
  assert.equal(folder.stderr, `cox: ${cox.project} cannot be written: it is a folder; name a file\n`);
  await rm(path);
});

test("exports through a link and into a pipe without replacing them", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["first"]);
  const [id = ""] = await ids(cox, "--all");
  const [path, link] = [join(cox.home, "export.md"), join(cox.home, "link.md")];
  await writeFile(path, "before");
  await symlink(path, link);
  assert.equal((await cox.run(["sessions", "export", id, "--output", link])).code, 0);
  assert.match(await readFile(path, "utf8"), /## User/);
  assert.ok((await lstat(link)).isSymbolicLink());
  const pipe = join(cox.home, "pipe");
  execFileSync("mkfifo", [pipe]);
  await using reader = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  assert.equal((await cox.run(["sessions", "export", id, "--output", pipe])).code, 0);
  assert.match((await reader.read()).buffer.toString(), /## User/);
  assert.ok((await lstat(pipe)).isFIFO());
});
