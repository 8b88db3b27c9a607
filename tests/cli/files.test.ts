import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ACTIVE, openCox } from "./cox-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

const write = (path: string, content: string) => ({ calls: [{ name: "write", input: { path, content } }] });

/** A file must be read before it is written. */
const READ = { calls: [{ name: "read", input: { path: "b" } }] };

/** A time in the output. */
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d/g;

/** A session whose first prompt creates `b` and changes `a` by a command, and whose second one writes `b` again. */
const changedScene = async () => {
  const cox = await openCox([bash("echo more >> a; echo new > b"), "One.", READ, write("b", "other\nlines\n"), "Two."]);
  await cox.write("a", "one\n");
  await cox.run(["Change it", "--mode", "yolo"]);
  await cox.run(["-c", "Again", "--mode", "yolo"]);
  return cox;
};

test("S2-35: cox sessions files lists each file with its changes, the calls that made them, and whether it was changed since", async () => {
  await using cox = await changedScene();
  await writeFile(join(cox.project, "b"), "mine\n");
  const { code, stdout, stderr } = await cox.run(["sessions", "files"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(
    stdout.replaceAll(TIME, "TIME"),
    [
      "a: 1 change, unchanged since",
      "  TIME  bash: echo more >> a; echo new > b  (+1 -0, changed while a command ran)",
      "b: 2 changes, changed since by something else",
      "  TIME  bash: echo more >> a; echo new > b  (+1 -0, changed while a command ran)",
      "  TIME  write: b  (+2 -1)",
      "",
    ].join("\n"),
  );
});

test("S2-35: with a path, it shows the diffs of one file, the newest last, of the latest or of a named session", async () => {
  await using cox = await changedScene();
  const { stdout } = await cox.run(["sessions", "files", "b"]);
  assert.equal(
    stdout.replaceAll(TIME, "TIME"),
    [
      "b: 2 changes, unchanged since",
      "  TIME  bash: echo more >> a; echo new > b  (+1 -0, changed while a command ran)",
      "    @@ -0,0 +1,1 @@",
      "    +new",
      "  TIME  write: b  (+2 -1)",
      "    @@ -1,1 +1,2 @@",
      "    -new",
      "    +other",
      "    +lines",
      "",
    ].join("\n"),
  );
  const [id = ""] = (await cox.run(["sessions", "--json"])).stdout
    .split("\n")
    .map((line) => (JSON.parse(line || "{}") as { id?: string }).id);
  assert.equal((await cox.run(["sessions", "files", id, join(cox.project, "b")])).stdout, stdout);
  assert.match((await cox.run(["sessions", "files", id])).stdout, /^a: 1 change/);
});

test("S2-35: an undo is a change, and so is one by something else between two changes of the session", async () => {
  await using cox = await openCox([write("b", "1\n"), "One.", bash("echo 3 >> b"), "Two."]);
  await cox.run(["First", "--mode", "yolo"]);
  await writeFile(join(cox.project, "b"), "mine\n");
  await cox.run(["-c", "Second", "--mode", "yolo"]);
  await cox.run(["undo", "--yes"]);
  const { stdout } = await cox.run(["sessions", "files"]);
  assert.equal(
    stdout.replaceAll(TIME, "TIME"),
    [
      "b: 3 changes, unchanged since",
      "  TIME  write: b  (+1 -0)",
      "  (changed by something else in between)",
      "  TIME  bash: echo 3 >> b  (+1 -0, changed while a command ran)",
      "  TIME  undo  (+0 -1)",
      "",
    ].join("\n"),
  );
});

test("S2-35: --json prints one object per file", async () => {
  await using cox = await changedScene();
  const lines = (await cox.run(["sessions", "files", "--json"])).stdout.trim().split("\n");
  const files = lines.map(
    (line) => JSON.parse(line) as { readonly path: string; readonly since: string; readonly changes: readonly object[] },
  );
  assert.deepEqual(
    files.map(({ path, since, changes }) => [path, since, changes.length]),
    [
      [join(cox.project, "a"), "same", 1],
      [join(cox.project, "b"), "same", 2],
    ],
  );
  const [file] = (await cox.run(["sessions", "files", "b", "--json"])).stdout.trim().split("\n");
  assert.match(file ?? "", /"diff":"--- [^"]*\+other\\n\+lines/);
});

test("a content that was not stored has the reason, and names and contents are escaped", async () => {
  await using cox = await openCox([
    bash(String.raw`printf '\033[31mred\n' > "$(printf 'e\033[2Jvil')"; printf 'a\0b' > bin; ln -s a link; chmod +x a`),
    "Done.",
  ]);
  await cox.write("a", "one\n");
  await cox.run(["Change it", "--mode", "yolo"]);
  const { stdout } = await cox.run(["sessions", "files"]);
  assert.doesNotMatch(stdout, ACTIVE);
  for (const expected of [/^ {2}.* {2}\(created, not text, /m, /^ {2}.* {2}\(created, link to a, /m, /^ {2}.* {2}\(mode 644 to 755, /m])
    assert.match(stdout, expected);
  const shown = await cox.run(["sessions", "files", "e\u001b[2Jvil"]);
  assert.match(shown.stdout, /\+\\x1b\[31mred/);
  assert.doesNotMatch(shown.stdout, ACTIVE);
});

test("S2-35: files that git ignores have their hashes, and folders of packages are shown as a whole", async () => {
  await using cox = await openCox([bash("echo 1 > build/key; mkdir node_modules/b"), "One.", bash("rm build/key"), "Two."]);
  await cox.write(".gitignore", "build/\n");
  await cox.write("build/key", "mine");
  await cox.write("node_modules/a/index.js", "a");
  execFileSync("git", ["init", "-q"], { cwd: cox.project });
  await cox.run(["Change it", "--mode", "yolo"]);
  await cox.run(["-c", "Delete it", "--mode", "yolo"]);
  const { stdout } = await cox.run(["sessions", "files"]);
  const lines = stdout.replaceAll(TIME, "TIME").split("\n");
  const call = "TIME  bash: echo 1 > build/key; mkdir node_modules/b  ";
  const reason = "git ignores it, so its content was not stored";
  assert.match(
    lines[1] ?? "",
    /git ignores it, so its content was not stored, SHA-256 (?:unknown|[0-9a-f]{12}…) to 4355a46b19d3…, changed while/,
  );
  assert.deepEqual(
    [lines[0], ...lines.slice(2, 5)],
    [
      "build/key: 2 changes, unchanged since",
      `  TIME  bash: rm build/key  (deleted, ${reason}, changed while a command ran)`,
      "node_modules/: 1 change, unchanged since",
      `  ${call}(it is compared as a whole, so its files were not stored, changed while a command ran)`,
    ],
  );
  await cox.write("node_modules/c/index.js", "c");
  assert.match(
    (await cox.run(["sessions", "files", "node_modules"])).stdout,
    /^node_modules\/: 1 change, changed since by something else$/m,
  );
  const json = (await cox.run(["sessions", "files", "build/key", "--json"])).stdout;
  assert.match(json, /"after":\{"kind":"file","mode":420,"size":2,"content":"sha256-4355a46b[0-9a-f]{56}","omitted":"ignored"\}/);
});

test("cox sessions files fails with one line for an unknown path or session, and for a folder without sessions", async () => {
  await using cox = await openCox(["Done."]);
  const none = await cox.run(["sessions", "files"]);
  assert.deepEqual(
    [none.code, none.stderr],
    [2, "cox: no sessions in this folder. Name one: cox sessions files ID; see all with: cox sessions --all\n"],
  );
  await cox.run(["Go", "--mode", "yolo"]);
  const [id = ""] = (await cox.run(["sessions", "--json"])).stdout
    .split("\n")
    .map((line) => (JSON.parse(line || "{}") as { id?: string }).id);
  const unchanged = await cox.run(["sessions", "files"]);
  assert.deepEqual([unchanged.code, unchanged.stdout, unchanged.stderr], [0, "", "The session changed no files that are recorded.\n"]);
  const unknown = await cox.run(["sessions", "files", "gone.ts"]);
  assert.deepEqual([unknown.code, unknown.stderr], [1, "cox: no session gone.ts. List them with: cox sessions --all\n"]);
  const path = await cox.run(["sessions", "files", id, "gone.ts"]);
  assert.deepEqual([path.code, path.stderr], [2, "cox: the session did not change gone.ts. List its files: cox sessions files\n"]);
});
