import assert from "node:assert/strict";
import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type TestContext, test } from "node:test";
import { readSession } from "../runtime/index.ts";
import { memoryStore } from "../log/index.ts";
import { changedFiles, netChanges } from "../changes/index.ts";
import { stateSince } from "../workspace/index.ts";
import { openFilesScene, runs, writes } from "../runtime/session-files.fixture.ts";
import { changeDiff } from "./change-diff.ts";

/** Plays one prompt for each reply. */
const play = async (t: TestContext, replies: readonly ReturnType<typeof runs>[], files: Readonly<Record<string, string>> = {}) => {
  const store = memoryStore();
  const scene = await openFilesScene(t, { files, store, script: replies.flatMap((reply) => [reply, "Done."]) });
  const prompt = async (): Promise<void> => void (await scene.session.prompt("Go.").outcome);
  return { ...scene, store, prompt };
};

test("S2-35: the changes of a file are those of calls, of undos and of redos, in order", async (t) => {
  const { session, at, prompt } = await play(t, [writes("a", "1"), runs("echo 2 >> a")]);
  await prompt();
  await prompt();
  const undo = await session.files.planUndo();
  assert.ok(undo !== undefined);
  await session.files.restore(undo);
  const redo = await session.files.planRedo();
  assert.ok(redo !== undefined);
  await session.files.restore(redo);
  const [file] = await session.files.changed();
  assert.equal(file?.path, at("a"));
  assert.deepEqual(
    file.changes.map(({ cause, isUncertain, followsOther }) => [cause.kind, isUncertain, followsOther]),
    [
      ["work", false, false],
      ["work", true, false],
      ["undo", false, false],
      ["redo", false, false],
    ],
  );
});

test("S2-35: the net change of a session goes from before the first change of a file to after the last, without files that are as before", async (t) => {
  const replies = [runs("echo 1 > a; echo 1 > gone"), runs("echo 2 > a; rm gone; echo 1 > b"), runs("echo 3 > b")];
  const { session, at, prompt } = await play(t, replies, { a: "0\n" });
  for (const _ of replies) await prompt();
  const files = await session.files.changed();
  const net = netChanges(files);
  assert.deepEqual(
    net.map(({ path, before }) => [path, before === undefined]),
    [
      [at("a"), false],
      [at("b"), true],
    ],
  );
  const diffs = await Promise.all(net.map((change) => session.files.diff(change)));
  assert.deepEqual(
    diffs.map(({ effect, diff }) => [effect, diff?.slice(diff.indexOf("@@"))]),
    [
      ["changed", "@@ -1,1 +1,1 @@\n-0\n+2\n"],
      ["created", "@@ -0,0 +1,1 @@\n+3\n"],
    ],
  );
  const last = files.find(({ path }) => path === at("b"))?.changes.at(-1)?.cause;
  assert.ok(last?.kind === "work");
  assert.deepEqual(
    netChanges(files, [last.run]).map(({ path }) => path),
    [at("b")],
  );
});

test("S2-35: a change by something else between two recorded ones is marked", async (t) => {
  const { session, at, prompt } = await play(t, [runs("echo 1 > a"), runs("echo 2 >> a")]);
  await prompt();
  writeFileSync(at("a"), "mine\n");
  await prompt();
  const [file] = await session.files.changed();
  assert.deepEqual(
    file?.changes.map(({ followsOther }) => followsOther),
    [false, true],
  );
  assert.equal(netChanges([file])[0]?.includesOther, true);
});

test("S2-35: the state since the last change is that of the content, the mode and the target", async (t) => {
  const { session, at, prompt } = await play(t, [runs("echo 1 > a; ln -s a link; rm b; echo 1 > c")], { b: "0" });
  await prompt();
  const states = async () =>
    Object.fromEntries(
      await Promise.all(
        (await session.files.changed()).map(async ({ path, changes: [change] }) => [basename(path), await stateSince(change)]),
      ),
    );
  assert.deepEqual(await states(), { a: "same", b: "same", c: "same", link: "same" });
  chmodSync(at("a"), 0o600);
  writeFileSync(at("b"), "back");
  rmSync(at("c"));
  rmSync(at("link"));
  symlinkSync("c", at("link"));
  assert.deepEqual(await states(), { a: "changed", b: "created", c: "deleted", link: "changed" });
});

test("S2-35: a session that is open elsewhere is read with the stored contents of its files", async (t) => {
  const { session, store, prompt } = await play(t, [
    runs("printf 'x\\0' > bin; printf '\\357\\273\\277mark' > mark; printf '\\351' > latin"),
  ]);
  await prompt();
  const { entries, contents } = await readSession(store, session.id);
  const diffs = await Promise.all(changedFiles(entries).map(({ changes: [change] }) => changeDiff(change, contents)));
  assert.deepEqual(
    diffs.map(({ diff, isExact, notes }) => [diff?.slice(diff.indexOf("+1") + 8), isExact, notes]),
    [
      [undefined, true, ["not text"]],
      ["+é\n\\ No newline at end of file\n", false, []],
      ["+\uFEFFmark\n\\ No newline at end of file\n", true, []],
    ],
  );
});
