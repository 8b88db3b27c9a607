import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

/** Two prompts: the first changes `a` and creates `b`, and the second changes `a` twice and creates `b c`. */
const changedScene = async () => {
  const cox = await openCox([
    bash("echo two >> a; echo new > b"),
    "One.",
    bash("echo three >> a"),
    bash("echo four >> a; printf x > 'b c'; printf 'a\\0' > bin"),
    "Two.",
  ]);
  await cox.write("a", "one\n");
  await cox.run(["Change it", "--mode", "yolo"]);
  await cox.run(["-c", "Again", "--mode", "yolo"]);
  return cox;
};

const LAST = [
  "diff --git a/a b/a",
  "--- a/a",
  "+++ b/a",
  "@@ -1,2 +1,4 @@",
  " one",
  " two",
  "+three",
  "+four",
  "diff --git a/b c b/b c",
  "new file mode 100644",
  "--- /dev/null",
  "+++ b/b c\t",
  "@@ -0,0 +1,1 @@",
  "+x",
  "\\ No newline at end of file",
  "# bin: not text",
  "",
].join("\n");

test("S2-35: in a pipe, cox review prints the changes of the last prompt as one diff for git apply, or those of the session", async () => {
  await using cox = await changedScene();
  const turn = await cox.run(["review"]);
  assert.deepEqual([turn.code, turn.stdout, turn.stderr], [0, LAST, ""]);
  execFileSync("git", ["apply", "-R"], { cwd: cox.project, input: turn.stdout });
  assert.equal(await cox.read("a"), "one\ntwo\n");
  execFileSync("git", ["apply"], { cwd: cox.project, input: turn.stdout });
  const all = await cox.run(["review", "--session"]);
  assert.match(all.stdout, /\+\+\+ b\/a\n@@ -1,1 \+1,4 @@\n one\n\+two\n\+three\n\+four\n[^]*\+\+\+ b\/b\n@@ [^\n]*\n\+new\n/);
  execFileSync("git", ["apply", "-R"], { cwd: cox.project, input: all.stdout });
  assert.equal(await cox.read("a"), "one\n");
});

test("S2-35: an undone prompt is not reviewed, and a session without changes has nothing to review", async () => {
  await using cox = await changedScene();
  await cox.run(["undo", "--yes"]);
  assert.match((await cox.run(["review"])).stdout, /^diff --git a\/a b\/a\n[^]*\+two\ndiff --git a\/b b\/b\n/);
  await cox.run(["undo", "--yes"]);
  const none = await cox.run(["review"]);
  assert.deepEqual(
    [none.code, none.stdout, none.stderr],
    [0, "", "Nothing to review: no prompt of the session changed files that are recorded.\n"],
  );
  assert.equal((await cox.run(["review", "--session"])).stderr, "Nothing to review: the session changed no files that are recorded.\n");
});

test("cox review fails with one line for a folder without sessions, an unknown session and further words", async () => {
  await using cox = await openCox();
  assert.deepEqual(
    (await Promise.all([["review"], ["review", "ffff"], ["review", "this", "code"]].map((args) => cox.run(args)))).map(
      ({ code, stderr }) => [code, stderr],
    ),
    [
      [1, "cox: no sessions in this folder. Name one: cox review ID; see all with: cox sessions --all\n"],
      [1, "cox: no session ffff. List them with: cox sessions --all\n"],
      [2, "cox: unexpected argument: code\n"],
    ],
  );
});
