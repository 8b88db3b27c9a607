import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Ended, openCox } from "./cox-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

/** A session in a folder with `a`, whose first prompt changed `a` and created `b`. */
const changedScene = async () => {
  const cox = await openCox([bash("echo more >> a; echo new > b"), "Done."]);
  await cox.write("a", "one\n");
  await cox.run(["Change it", "--mode", "yolo"]);
  return cox;
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

test("S2-35: cox undo shows the changes, changes nothing without --yes, and then reverts them; cox redo makes them again", async () => {
  await using cox = await changedScene();
  const shown = await cox.run(["undo"]);
  assert.equal(shown.code, 0);
  assert.equal(
    shown.stdout,
    [
      'Undo of "Change it"',
      "~ a  (+0 -1, changed while a command ran)",
      "    @@ -1,2 +1,1 @@",
      "     one",
      "    -more",
      "- b  (+0 -1, changed while a command ran)",
      "    @@ -1,1 +0,0 @@",
      "    -new",
      "",
    ].join("\n"),
  );
  assert.equal(shown.stderr, "Nothing was changed. To change 2 files: cox undo --yes\n");
  assert.equal(await cox.read("a"), "one\nmore\n");

  const undone = await cox.run(["undo", "--yes"]);
  assert.equal(undone.stderr, "Undone: 2 files changed. To revert this: cox redo\n");
  assert.equal(await cox.read("a"), "one\n");
  assert.equal(await exists(join(cox.project, "b")), false);
  assert.equal((await cox.run(["undo", "--yes"])).stderr, "Nothing to undo: no prompt of the session changed files that are recorded.\n");

  assert.equal((await cox.run(["redo", "--yes"])).stderr, "Redone: 2 files changed.\n");
  assert.equal(await cox.read("a"), "one\nmore\n");
  assert.equal(await cox.read("b"), "new\n");
});

test("S2-35: cox undo leaves a file that was changed since, and shows both changes", async () => {
  await using cox = await changedScene();
  await writeFile(join(cox.project, "a"), "mine\n");
  const { code, stdout, stderr } = await cox.run(["undo", "--yes"]);
  assert.equal(code, 0);
  assert.match(stdout, /! a: not changed, it has changed since\n {2}Changes since:\n[^]*\+mine\n {2}The undo would be:\n[^]*-more\n/);
  assert.equal(stderr, "Undone: 1 file changed, 1 file not changed. To revert this: cox redo\n");
  assert.equal(await readFile(join(cox.project, "a"), "utf8"), "mine\n");
});

test("a prompt of which nothing can be undone can be counted as undone, so that the one before is next", async () => {
  await using cox = await openCox([bash("echo 1 > a"), "One.", bash("echo 2 > b"), "Two."]);
  await cox.run(["First", "--mode", "yolo"]);
  await cox.run(["-c", "Second", "--mode", "yolo"]);
  await writeFile(join(cox.project, "b"), "mine\n");
  assert.equal((await cox.run(["undo"])).stderr, "Nothing was changed. To count it as undone: cox undo --yes\n");
  assert.match((await cox.run(["undo", "--yes"])).stderr, /^Undone: 0 files changed, 1 file not changed\./);
  assert.match((await cox.run(["undo", "--yes"])).stdout, /^Undo of "First"/);
  assert.deepEqual([await exists(join(cox.project, "a")), await cox.read("b")], [false, "mine\n"]);
});

test("S2-35: cox undo names ignored files and packages that the prompt changed, and the prompts that changed nothing else", async () => {
  await using cox = await openCox([
    bash("echo 2 > a; rm build/key; mkdir node_modules/b"),
    "One.",
    bash("seq 25 | while read n; do echo 1 > build/$n.js; done"),
    "Two.",
  ]);
  await cox.write("a", "1\n");
  await cox.write(".gitignore", "build/\nnode_modules/\n");
  await cox.write("build/key", "mine");
  await cox.write("node_modules/a/index.js", "a");
  await cox.write("__pycache__/x", "");
  execFileSync("git", ["init", "-q"], { cwd: cox.project });
  await cox.run(["Change it", "--mode", "yolo"]);
  await cox.run(["-c", "Build it", "--mode", "yolo"]);
  const { stdout, stderr } = await cox.run(["undo", "--yes"]);
  const lines = stdout.split("\n");
  assert.equal(lines[0], 'Undo of "Change it", "Build it"');
  for (const line of [
    "! build/key: not changed, git ignores it, so its content was not stored",
    "! node_modules/: not changed, it is compared as a whole, so its files were not stored",
    "! 8 more: not changed, for the same reasons",
    "- __pycache__/: compared as a whole, so changes deep in it are not recorded",
  ])
    assert.ok(lines.includes(line), `${line} in\n${stdout}`);
  assert.equal(stderr, "Undone: 1 file changed. To revert this: cox redo\n");
  assert.equal(await cox.read("a"), "1\n");
  assert.equal(await exists(join(cox.project, "node_modules", "b")), true);
});

test("cox undo fails with one line for a folder without sessions and for an unknown session", async () => {
  await using cox = await openCox();
  const none = await cox.run(["undo"]);
  assert.deepEqual(
    [none.code, none.stderr],
    [1, "cox: no sessions in this folder. Name one: cox undo ID; see all with: cox sessions --all\n"],
  );
  const unknown = await cox.run(["undo", "ffff"]);
  assert.deepEqual([unknown.code, unknown.stderr], [1, "cox: no session ffff. List them with: cox sessions --all\n"]);
});

test("cox undo of a session that another process has open fails with one line", async () => {
  const results: Ended[] = [];
  await using cox = await openCox(async (_, turn) => {
    if (turn === 1) results.push(await cox.run(["undo", "--yes"]));
    return turn === 0 ? bash("echo new > b") : "Done.";
  });
  await cox.run(["Change it", "--mode", "yolo"]);
  assert.deepEqual(
    results.map(({ code, stderr }) => [code, stderr]),
    [[1, "cox: another process has the session open. Leave it first, or use /undo there.\n"]],
  );
  assert.equal(await cox.read("b"), "new\n");
});

test("with recordChanges false, nothing is recorded", async () => {
  await using cox = await openCox([bash("echo new > b"), "Done."]);
  await writeFile(join(cox.home, "settings.json"), '{ "recordChanges": false }');
  await cox.run(["Change it", "--mode", "yolo"]);
  assert.match((await cox.run(["undo"])).stderr, /^Nothing to undo/);
});

test("the JSON result of a run has the evidence of its checks", async () => {
  await using cox = await openCox([bash("echo 1 > b"), bash("node --test none.test.js"), "Done."]);
  await cox.write("none.test.js", "");
  const { stdout } = await cox.run(["Go", "--mode", "yolo", "--output-format", "json"]);
  const { evidence } = JSON.parse(stdout) as { readonly evidence: unknown };
  assert.deepEqual(evidence, { checks: [{ command: "node --test none.test.js", outcome: "passed", changedSince: [] }] });
});
