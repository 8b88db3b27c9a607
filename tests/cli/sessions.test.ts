import assert from "node:assert/strict";
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

const prompts = ({ server }: CoxScene): readonly string[] =>
  messagesOf(server.requests.at(-1)).map(({ role, content }) => `${role}: ${content.map((part) => part["text"]).join("")}`);

test("S0-79: -c continues this folder's latest session, and not another folder's", async () => {
  await using cox = await openCox(["one", "other", "two", "three"]);
  await cox.run(["first"]);
  const other = join(cox.project, "sub");
  await mkdir(other);
  await cox.run(["elsewhere"], { cwd: other });
  assert.equal((await cox.run(["-c", "second"])).stdout, "two\n");
  assert.deepEqual(prompts(cox), ["user: first", "assistant: one", "user: second"]);
  await cox.run(["--continue", "third", "--cwd", other], { cwd: cox.home });
  assert.deepEqual(prompts(cox), ["user: elsewhere", "assistant: other", "user: third"]);
  assert.equal((await cox.sessionFiles()).length, 2);
});

test("S0-79: -c fails with one line and exit code 1 without a session", async () => {
  await using cox = await openCox();
  const { code, stderr } = await cox.run(["-c", "continue"]);
  assert.deepEqual({ code, stderr }, { code: 1, stderr: `cox: no sessions in ${cox.project} yet.\n` });
});

test("S0-78: -r continues a session by an id prefix in its folder, with its model and thinking", async () => {
  await using cox = await openCox(["one", "two"]);
  const { stdout } = await cox.run(["first", "--output-format", "json", "-m", "anthropic/claude-opus-4-5", "--thinking", "high"]);
  const id = String((JSON.parse(stdout) as Record<string, unknown>)["session_id"]);
  const resumed = await cox.run(["-r", id.slice(0, 13), "second", "--output-format", "stream-json"], { cwd: cox.home });
  const [init] = jsonLines(resumed.stdout);
  assert.deepEqual([init?.["session_id"], init?.["cwd"], init?.["model"]], [id, cox.project, "anthropic/claude-opus-4-5"]);
  const [before, after] = cox.server.requests;
  assert.equal(after?.model, "claude-opus-4-5");
  assert.deepEqual(after?.body["thinking"], before?.body["thinking"]);
});

test("L3: reports a truncated session log once and continues from the complete entries", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  await cox.run(["first"]);
  const [path = ""] = await cox.sessionFiles();
  await appendFile(path, '{"seq":99,"id":"cut o');
  const { code, stdout, stderr } = await cox.run(["-c", "second"]);
  assert.deepEqual([code, stdout], [0, "two\n"]);
  assert.match(stderr, /^cox: the session's log is damaged; using the readable entries: the last 21 bytes are an incomplete entry\.\n$/);
  assert.equal((await cox.run(["-c", "third"])).stderr, "");
  assert.deepEqual(prompts(cox), ["user: first", "assistant: one", "user: second", "assistant: two", "user: third"]);
});

test("-r rejects an unknown or ambiguous id with one line and exit code 1", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  await cox.run(["second"]);
  const none = await cox.run(["-r", "ffff", "go"]);
  assert.deepEqual([none.code, none.stderr], [1, "cox: no session ffff. List them with: cox sessions --all\n"]);
  const both = await cox.run(["-r", "0", "go"]);
  assert.equal(both.code, 1);
  assert.match(both.stderr, /^cox: 2 sessions match 0\. Use the id of one: [0-9a-f]{8}, [0-9a-f]{8}\n$/);
});

test("-m and --thinking change a continued session", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  await cox.run(["first", "-m", "anthropic/claude-opus-4-5"]);
  await cox.run(["-c", "second", "-m", "claude-sonnet-4-5"]);
  await cox.run(["-c", "third"]);
  assert.deepEqual(
    cox.server.requests.map(({ model }) => model),
    ["claude-opus-4-5", "claude-sonnet-4-5", "claude-sonnet-4-5"],
  );
});

test("--no-session saves nothing", async () => {
  await using cox = await openCox(["one"]);
  const { code, stdout } = await cox.run(["first", "--no-session"]);
  assert.deepEqual([code, stdout], [0, "one\n"]);
  assert.deepEqual(await cox.sessionFiles(), []);
});

test("S0-81: saves conversations in private files, also when they are listed, shown, renamed and deleted", async () => {
  await using cox = await openCox([{ text: "I look.", calls: [{ name: "ls", input: { path: "." } }] }, "Nothing here."]);
  await cox.run(["look around"]);
  const [file = ""] = await cox.sessionFiles();
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  const [row] = jsonLines((await cox.run(["sessions", "list", "--json"])).stdout);
  const id = String(row?.["id"]);
  assert.deepEqual([row?.["title"], row?.["messages"], row?.["cwd"], row?.["path"]], ["look around", 4, cox.project, file]);
  assert.match(
    (await cox.run(["sessions"])).stdout,
    new RegExp(`^${id.slice(-8)}  .*  4 messages  (?:\\$\\S+|-)  anthropic/\\S+  look around\\n$`),
  );
  assert.equal((await cox.run(["sessions", "path", id])).stdout, `${file}\n`);

  const shown = (await cox.run(["sessions", "show", id.slice(0, 8)])).stdout;
  for (const text of [`Session  ${id}`, "] look around\n", "\nI look.\n", "\n> ls  .\n", "\nNothing here.\n"])
    assert.ok(shown.includes(text), shown);
  const entries = jsonLines((await cox.run(["sessions", "show", id, "--json"])).stdout);
  assert.deepEqual(entries, jsonLines((await readFile(file, "utf8")).split("\n").slice(1).join("\n")));

  assert.equal((await cox.run(["sessions", "rename", id, "A", "look"])).code, 0);
  assert.match((await cox.run(["sessions", "--all"])).stdout, /A look\n$/);
  assert.equal((await cox.run(["sessions", "delete", id])).code, 0);
  assert.deepEqual(await cox.sessionFiles(), []);
  assert.equal((await cox.run(["sessions", "show", id])).code, 1);
});

test("shows sessions of a folder that no longer exists", async () => {
  await using cox = await openCox(["one"]);
  const folder = join(cox.project, "gone");
  await mkdir(folder);
  await cox.run(["first", "--cwd", folder]);
  await rm(folder, { recursive: true });
  const { stdout } = await cox.run(["sessions", "--all"]);
  assert.match(stdout, /gone: first\n$/);
  const resumed = await cox.run(["-r", stdout.slice(0, 8), "continue"]);
  assert.equal(resumed.code, 1);
  assert.match(resumed.stderr, /no longer exists: .*gone\./);
});

test("rejects a missing or extra action or id with a usage error", async () => {
  await using cox = await openCox();
  for (const args of [["lst"], ["show"], ["show", "a", "b"], ["rename", "a"]]) {
    const { code, stderr } = await cox.run(["sessions", ...args]);
    assert.equal(code, 2, `${args.join(" ")}: ${stderr}`);
  }
});

test("check reports intact sessions, and does not report a torn end as damage", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["first"]);
  const [path = ""] = await cox.sessionFiles();
  const { code, stdout } = await cox.run(["sessions", "check"]);
  assert.equal(code, 0);
  assert.match(stdout, /^[\w-]+ {2}intact, \d+ entries\n$/);
  await appendFile(path, '{"seq":99,"id":"torn');
  const torn = await cox.run(["sessions", "check", path]);
  assert.equal(torn.code, 0);
  assert.match(torn.stdout, /intact except for a partial last entry/);
});

test("check reports damage with exit code 1, and repairs into a new file", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  const [path = ""] = await cox.sessionFiles();
  await appendFile(path, "\u001b[31mgarbage\n");
  const found = await cox.run(["sessions", "check"]);
  assert.equal(found.code, 1);
  assert.match(found.stdout, /damaged, \d+ entries\n {2}\d+ bytes at \d+ are not an entry\n$/);
  assert.equal(found.stderr, `To repair: cox sessions check ${basename(path, ".jsonl")} --repair\n`);
  const repaired = await cox.run(["sessions", "check", "--repair", "--json"]);
  assert.equal(repaired.code, 0);
  assert.match(repaired.stderr, /^Repaired .*: \d+ entries\. The original is now .*\.damaged-1\n$/);
  assert.equal(jsonLines(repaired.stdout)[0]?.["sound"], false);
  assert.equal((await cox.run(["sessions", "check"])).code, 0);
  assert.equal((await cox.run(["-c", "second"])).stdout, "two\n");
});

test("L6: check finds a session whose file name does not match its id, and reports what to do", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  const [path = ""] = await cox.sessionFiles();
  const misnamed = join(dirname(path), "another.jsonl");
  await rename(path, misnamed);
  const found = await cox.run(["sessions", "check"]);
  assert.equal(found.code, 1);
  assert.match(found.stdout, /^another {2}cannot be resumed: The file contains session (\S+); rename it to \1\.jsonl\.\n$/);
  assert.equal((await cox.run(["sessions", "check", misnamed])).code, 0, "as a file it is whole");
  await rename(misnamed, path);
  assert.equal((await cox.run(["sessions", "check"])).code, 0);
});

test("L6: detects and reports one flipped bit in an entry, and continues the session without that entry", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  await cox.run(["first"]);
  await cox.run(["-c", "second"]);
  const [path = ""] = await cox.sessionFiles();
  const lines = (await readFile(path, "utf8")).split("\n");
  const broken = lines.findLastIndex((line) => line.includes('"text":"two"'));
  lines[broken] = (lines[broken] ?? "").replace('"message":{', '"messagg":{');
  await writeFile(path, lines.join("\n"));
  const found = await cox.run(["sessions", "check"]);
  assert.equal(found.code, 1);
  assert.match(found.stdout, /damaged, \d+ entries\n {2}entry \d+ cannot be read as a "message"\n$/);
  assert.match((await cox.run(["sessions"])).stdout, / first\n$/);
  const { code, stdout, stderr } = await cox.run(["-c", "third"]);
  assert.deepEqual([code, stdout], [0, "three\n"]);
  assert.match(stderr, /^cox: the session's log is damaged; using the readable entries: entry \d+ cannot be read as a "message"\.\n$/);
  assert.equal((await cox.run(["sessions", "check", "--repair"])).code, 0);
  assert.equal((await cox.run(["sessions", "check"])).code, 0);
});

test("L6: finds a session without its first entry by id and in check, reports the damage, and repairs it", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  const [path = ""] = await cox.sessionFiles();
  const id = basename(path, ".jsonl");
  await writeFile(path, (await readFile(path, "utf8")).replace("coxswain-session", "coxswain-sessioM"));
  for (const args of [
    ["sessions", "show", id.slice(0, 8)],
    ["sessions", "export", id],
    ["sessions", "rename", id, "A"],
    ["-r", id, "second"],
  ]) {
    const { code, stderr } = await cox.run(args);
    assert.equal(code, 1, args.join(" "));
    assert.match(stderr, /is not a readable session/, args.join(" "));
  }
  const checked = await cox.run(["sessions", "check"]);
  assert.equal(checked.code, 1);
  assert.match(checked.stdout, new RegExp(`^${id} {2}cannot be resumed`));
  assert.equal((await cox.run(["sessions", "check", "--repair", id])).code, 0);
  assert.equal((await cox.run(["-c", "second"])).stdout, "two\n");
});

test("L6: check reports an empty file, repairs the others, and the file can be deleted", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  await cox.run(["second"]);
  const [empty = "", damaged = ""] = await cox.sessionFiles();
  await writeFile(empty, "");
  await appendFile(damaged, "garbage\n");
  const { code, stderr } = await cox.run(["sessions", "check", "--repair"]);
  assert.equal(code, 1);
  assert.match(stderr, /^Not repaired: .*The file is empty\./m);
  assert.match(stderr, /^Repaired .*\.damaged-1$/m);
  assert.equal((await cox.run(["sessions", "delete", basename(empty, ".jsonl")])).code, 0);
  assert.equal((await cox.run(["sessions", "check"])).code, 0);
});

test("check reports an unreadable file and checks the others", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  await cox.run(["second"]);
  const [gone = ""] = await cox.sessionFiles();
  await rm(gone);
  const { code, stdout, stderr } = await cox.run(["sessions", "check", gone, ...(await cox.sessionFiles())]);
  assert.equal(code, 1);
  assert.match(stderr, /cannot be read: .*ENOENT/);
  assert.match(stdout, /^[\w-]+ {2}intact, \d+ entries\n$/);
});

test("L6: continues a session without its initial model with the one that answered, or with the default", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  await cox.run(["first", "-m", "anthropic/claude-haiku-4-5"]);
  const [path = ""] = await cox.sessionFiles();
  const lines = (await readFile(path, "utf8")).split("\n");
  const without = (...types: readonly string[]) => lines.filter((line) => !types.some((type) => line.includes(type))).join("\n");
  await writeFile(path, without('"type":"setup"'));
  assert.equal((await cox.run(["-c", "second"])).stdout, "two\n");
  await writeFile(path, without('"type":"setup"', '"role":"assistant"'));
  assert.equal((await cox.run(["-c", "third"])).stdout, "three\n");
  const asked = cox.server.requests.map(({ model }) => model);
  assert.deepEqual(asked.slice(0, 2), ["claude-haiku-4-5", "claude-haiku-4-5"]);
  assert.notEqual(asked[2], "claude-haiku-4-5");
});

test("check rejects a file that is not a session with one line and exit code 1", async () => {
  await using cox = await openCox();
  await cox.write("notes.txt", "not a session\n");
  for (const name of ["./notes.txt", "./missing.jsonl"]) {
    const { code, stdout, stderr } = await cox.run(["sessions", "check", name]);
    assert.equal(code, 1, name);
    assert.equal(`${stdout}${stderr}`.trim().split("\n").length <= 2, true, stdout + stderr);
    assert.doesNotMatch(stderr, /--repair/);
  }
});
