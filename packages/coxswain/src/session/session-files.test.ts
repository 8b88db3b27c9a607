import assert from "node:assert/strict";
import { chmodSync, existsSync, lstatSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { reopen } from "../runtime/crash.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { git, openFilesScene, runs, treeOf, writes } from "../runtime/session-files.fixture.ts";

for (const plain of [false, true]) {
  const where = plain ? "a plain folder" : "a git repository";
  test(`S2-35: in ${where}, undo reverts files that a command changed, created, deleted, linked and made executable, and redo restores them`, async (t) => {
    const command =
      "echo more >> a; rm b; mkdir -p n/m; printf 'x\\r\\n\\0' > n/m/c; ln -s a link; chmod +x d; rm -r e; mkdir e.d; mv f e.d/f";
    const files = { a: "one\n", b: "two\r\n", d: "", "e/one": "1", f: "moved" };
    const { session, root } = await openFilesScene(t, { files, script: [runs(command), "Done."], repository: !plain });
    const before = treeOf(root);
    assert.equal((await session.prompt("Go.").outcome).kind, "done");
    const after = treeOf(root);
    const plan = await session.files.planUndo();
    assert.ok(plan !== undefined);
    assert.deepEqual((await session.files.restore(plan)).refused, []);
    assert.deepEqual(treeOf(root), before);
    const redo = await session.files.planRedo();
    assert.ok(redo !== undefined);
    assert.deepEqual((await session.files.restore(redo)).refused, []);
    assert.deepEqual(treeOf(root), after);
    assert.equal(await session.files.planRedo(), undefined);
  });
}

test("undo reverts one prompt at a time", async (t) => {
  const { session, at } = await openFilesScene(t, { files: { a: "0" }, script: [runs("echo 1 > a"), "One.", writes("b", "new"), "Two."] });
  await session.prompt("One.").outcome;
  await session.prompt("Two.").outcome;
  for (const expected of [
    ["1\n", false],
    ["0", false],
  ]) {
    const plan = await session.files.planUndo();
    assert.ok(plan !== undefined);
    await session.files.restore(plan);
    assert.deepEqual([readFileSync(at("a"), "utf8"), existsSync(at("b"))], expected);
  }
  assert.equal(await session.files.planUndo(), undefined);
});

test("a file that someone changed since is refused, and the rest is restored", async (t) => {
  const { session, at } = await openFilesScene(t, {
    files: { a: "0", b: "0" },
    script: [runs("echo 1 > a; echo 1 > b; echo 1 > c"), "Done."],
  });
  await session.prompt("Go.").outcome;
  writeFileSync(at("a"), "mine");
  writeFileSync(at("c"), "mine");
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  const { restored, refused } = await session.files.restore(plan);
  assert.deepEqual(restored, [at("b")]);
  assert.deepEqual(refused.map(({ path }) => path).toSorted(), [at("a"), at("c")]);
  assert.deepEqual([readFileSync(at("a"), "utf8"), readFileSync(at("c"), "utf8")], ["mine", "mine"]);
});

test("the user's changes between two calls are not the agent's", async (t) => {
  const files = { a: "0", b: "0", c: "0" };
  const { session, root, at } = await openFilesScene(t, {
    files,
    script: (_request, turn) => {
      if (turn === 1) writeFileSync(at("c"), "mine");
      return [runs("echo 1 > a"), runs("echo 2 > b"), "Done."][turn] ?? "";
    },
  });
  await session.prompt("Go.").outcome;
  const { runs: changed } = await session.files.history();
  const paths = changed.flatMap(({ entries }) => entries.flatMap(({ changes }) => changes.map(({ path }) => path)));
  assert.deepEqual(paths, [join(root, "a"), join(root, "b")]);
});

test("modes of files that git does not know come back", async (t) => {
  const { session, at } = await openFilesScene(t, { files: { a: "0" }, script: [runs("rm a"), "Done."] });
  chmodSync(at("a"), 0o640);
  await session.prompt("Go.").outcome;
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  await session.files.restore(plan);
  assert.equal(lstatSync(at("a")).mode & 0o7777, 0o640);
});

test("a folder that became ignored is neither deleted nor created", async (t) => {
  const { session, at } = await openFilesScene(t, {
    files: { ".gitignore": "dist\n", a: "0" },
    script: [runs("rm .gitignore"), "One.", runs("echo dist > .gitignore"), "Two."],
  });
  mkdirSync(at("dist"));
  writeFileSync(at("dist", "mine"), "precious");
  await session.prompt("One.").outcome;
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  await session.files.restore(plan);
  assert.equal(readFileSync(at("dist", "mine"), "utf8"), "precious");
  assert.equal(readFileSync(at(".gitignore"), "utf8"), "dist\n");
  await session.prompt("Two.").outcome;
  assert.equal(readFileSync(at("dist", "mine"), "utf8"), "precious");
});

test("commands that only read leave no facts, and cause no scan", async (t) => {
  const { session } = await openFilesScene(t, { files: { a: "0" }, script: [runs("cat a; ls"), "Done."] });
  await session.prompt("Go.").outcome;
  assert.deepEqual((await session.files.history()).runs, []);
});

test("the status of the repository is the same before and after", async (t) => {
  const { session, root, at } = await openFilesScene(t, {
    files: { a: "0", b: "0" },
    script: [runs("echo 1 > a; rm b; echo 1 > c"), "Done."],
  });
  writeFileSync(at("b"), "staged");
  git(root, "add", "b");
  symlinkSync("a", at("untracked"));
  const status = (): string => git(root, "status", "--porcelain=v2");
  const before = status();
  await session.prompt("Go.").outcome;
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  await session.files.restore(plan);
  assert.equal(status(), before);
});

/** Undoes a prompt in a session on disk, and opens the session as it was after the plan was recorded. */
const interruptedUndo = async (t: TestContext, between: (at: (name: string) => string) => void) => {
  const directory = temporaryFolder(t);
  const { session, runtime, root, at } = await openFilesScene(t, {
    files: { a: "0", b: "0" },
    script: [runs("echo 1 > a; echo 1 > b; echo 1 > c"), "Done."],
    store: jsonlStore({ directory }),
  });
  const before = treeOf(root);
  await session.prompt("Go.").outcome;
  const changed = readFileSync(at("b"));
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  await session.files.restore(plan);
  await runtime.close();
  writeFileSync(at("b"), changed);
  between(at);
  const [path = ""] = globSync("*/*.jsonl", { cwd: directory });
  const lines = readFileSync(join(directory, path), "utf8").split("\n");
  const last = lines.findLastIndex((line) => line.includes('"restore_start"'));
  writeFileSync(join(directory, path), `${lines.slice(0, last + 1).join("\n")}\n`);
  const later = await reopen(jsonlStore({ directory }), session.id);
  t.after(() => later.runtime.close());
  return { before, root, at, session: later.session };
};

test("an undo that a crash interrupted is finished when the session opens again", async (t) => {
  const { session, before, root } = await interruptedUndo(t, () => {});
  assert.deepEqual(treeOf(root), before);
  assert.equal(session.entries.at(-1)?.type, "restore_end");
});

test("files that have changed since an interrupted undo are unchanged when it is finished", async (t) => {
  const { at } = await interruptedUndo(t, (name) => writeFileSync(name("a"), "mine"));
  assert.deepEqual([readFileSync(at("a"), "utf8"), readFileSync(at("b"), "utf8"), existsSync(at("c"))], ["mine", "0", false]);
});

test("the user's edit between two prompts is never undone with them", async (t) => {
  const { session, at } = await openFilesScene(t, { files: { a: "0" }, script: [runs("echo 1 > a"), "One.", runs("echo 2 >> a"), "Two."] });
  await session.prompt("One.").outcome;
  writeFileSync(at("a"), "mine");
  await session.prompt("Two.").outcome;
  const [first] = (await session.files.history()).runs;
  const plan = await session.files.planUndo(first?.run);
  assert.deepEqual(plan?.refused, [{ path: at("a"), reason: "something else changed it in between" }]);
});
