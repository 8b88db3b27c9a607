import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlain } from "../plain/plain-screen.fixture.ts";
import { openScreen } from "../screen.fixture.ts";
import { changedFiles, runs } from "./changed-files.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const UP = "\u001b[A";
const DOWN = "\u001b[B";

type Scene = Awaited<ReturnType<typeof openScreen>>;

const enter = ({ terminal }: Scene, text: string): void => {
  terminal.type(text);
  terminal.press(ENTER);
};

/** Two prompts: the first changes `a` and creates `b`, and the second changes `a` again. */
const SCRIPT = [runs("echo two >> a; echo new > b"), "One.", runs("echo three >> a"), "Two."];

for (const surface of ["inline", "full"] as const)
  test(`S2-35: ${surface}, /undo shows the changes as diffs and reverts them once they are confirmed, and /redo makes them again`, async (t) => {
    const { parts, read } = changedFiles(t);
    await using scene = await openScreen({ ...parts, surface, script: SCRIPT, before: ["Change it"] });
    enter(scene, "/undo");
    await scene.terminal.seen("Change 2 files");
    const lines = await scene.terminal.lines();
    for (const expected of [/^Undo of "Change it"$/, /^~ a {2}\(\+0 -1, changed while a command ran\)$/, /^ +2 - ?two$/, /^- b {2}\(/])
      assert.ok(
        lines.some((line) => expected.test(line.trimEnd())),
        `${expected} in\n${lines.join("\n")}`,
      );
    assert.equal(read("a"), "one\ntwo\n");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("Undone: 2 files changed. To revert this: /redo");
    assert.deepEqual([read("a"), read("b")], ["one\n", undefined]);
    enter(scene, "/undo");
    await scene.terminal.seen("Nothing to undo");
    enter(scene, "/redo");
    await scene.terminal.seen("Change 2 files");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("Redone: 2 files changed.");
    assert.deepEqual([read("a"), read("b")], ["one\ntwo\n", "new\n"]);
  });

test("S2-35: /undo changes nothing if the user declines or closes the choice", async (t) => {
  const { parts, read } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["Change it"] });
  for (const keys of [[DOWN, ENTER], [ESCAPE]]) {
    enter(scene, "/undo");
    await scene.terminal.seen("Change nothing");
    scene.terminal.press(...keys);
    await scene.terminal.seen("────────");
  }
  assert.equal(read("a"), "one\ntwo\n");
});

test("S2-35: /undo shows why a file is not changed, the changes since, and what the undo would be", async (t) => {
  const { parts, read, change } = changedFiles(t);
  await using scene = await openScreen({ ...parts, rows: 40, script: SCRIPT, before: ["Change it"] });
  change("a", "mine\n");
  enter(scene, "/undo");
  await scene.terminal.seen("Change 1 file");
  const text = (await scene.terminal.lines()).join("\n");
  assert.match(text, /! a: not changed, it has changed since *\n {2}Changes since: *\n[^]*\+ ?mine[^]*The undo would be:/);
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Undone: 1 file changed, 1 file not changed.");
  assert.deepEqual([read("a"), read("b")], ["mine\n", undefined]);
});

test("/undo and /rewind are rejected during a run", async (t) => {
  const { parts } = changedFiles(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  await using scene = await openScreen({ ...parts, script: async () => promise.then(() => "Done."), active: "Go" });
  for (const name of ["undo", "redo", "rewind"]) {
    enter(scene, `/${name}`);
    await scene.terminal.seen(`! /${name} does not work during a run. Interrupt it, or wait for its end`);
  }
  resolve();
});

test("S2-35: /rewind lists the prompts with the files changed since, and goes back with files and conversation", async (t) => {
  const { parts, read } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["first", "second"] });
  enter(scene, "/rewind");
  await scene.terminal.seen("1 file changed since");
  assert.ok((await scene.terminal.screen()).some((line) => /first {2,}2 files changed since/.test(line)));
  scene.terminal.press(UP, ENTER);
  await scene.terminal.seen("Files and conversation");
  scene.terminal.press(ENTER);
  assert.deepEqual(await scene.shown, { kind: "again", draft: "first", notice: "Undone: 2 files changed. To revert this: /redo" });
  assert.deepEqual([read("a"), read("b")], ["one\n", undefined]);
  assert.equal(scene.session.state.messages, 0);
});

test("S2-35: /rewind with files only leaves the conversation, and reverts the prompts since", async (t) => {
  const { parts, read } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["first", "second"] });
  const { messages } = scene.session.state;
  enter(scene, "/rewind");
  await scene.terminal.seen("1 file changed since");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Files only");
  scene.terminal.press(DOWN, ENTER);
  await scene.terminal.seen("Undone: 1 file changed.");
  assert.deepEqual([read("a"), read("b")], ["one\ntwo\n", "new\n"]);
  assert.equal(scene.session.state.messages, messages);
});

test("/rewind with the conversation only leaves the files", async (t) => {
  const { parts, read } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["first", "second"] });
  enter(scene, "/rewind");
  await scene.terminal.seen("1 file changed since");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Conversation only");
  scene.terminal.press(DOWN, DOWN, ENTER);
  assert.deepEqual(await scene.shown, { kind: "again", draft: "second" });
  assert.equal(read("a"), "one\ntwo\nthree\n");
});

test("S2-35: in plain mode, /undo prints the changes and asks for a number", async (t) => {
  const { parts, read } = changedFiles(t);
  await using scene = await openPlain({ ...parts, script: SCRIPT, before: ["Change it"] });
  await scene.terminal.seen("You: ");
  scene.terminal.type("/undo");
  await scene.terminal.seen("Number");
  assert.match(scene.terminal.text, /Undo of "Change it"\n~ a {2}\(\+0 -1, changed while a command ran\)\n/);
  scene.terminal.type("1");
  await scene.terminal.seen("Undone: 2 files changed. To revert this: /redo");
  assert.deepEqual([read("a"), read("b")], ["one\n", undefined]);
});

test("S2-35: /undo and /rewind name packages and caches that a prompt changed, and promise nothing about them", async (t) => {
  const { parts } = changedFiles(t);
  const script = [runs("mkdir -p node_modules/x; for at in $(seq 21); do mkdir -p $at/__pycache__; done"), "One."];
  await using scene = await openScreen({ ...parts, rows: 60, script, before: ["Install"] });
  enter(scene, "/undo");
  await scene.terminal.seen("Count it as undone");
  const lines = (await scene.terminal.lines()).map((line) => line.trimEnd());
  assert.equal(lines.filter((line) => /^! \d+\/__pycache__\/: not changed, it is/.test(line)).length, 19);
  for (const expected of ["! 3 more: not changed, for the same reasons", "No file would be changed."]) assert.ok(lines.includes(expected));
  scene.terminal.press(ESCAPE);
  enter(scene, "/rewind");
  await scene.terminal.seen("only files that git ignores changed since");
});

test("S2-35: /undo can count a prompt as undone of which nothing can be undone, so that the one before is next", async (t) => {
  const { parts, read, change } = changedFiles(t);
  await using scene = await openScreen({ ...parts, rows: 40, script: SCRIPT, before: ["first", "second"] });
  change("a", "mine\n");
  enter(scene, "/undo");
  await scene.terminal.seen("Count it as undone");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Undone: 0 files changed, 1 file not changed.");
  enter(scene, "/undo");
  await scene.terminal.seen('Undo of "first"');
  await scene.terminal.seen("Change 1 file");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Undone: 1 file changed, 1 file not changed.");
  assert.deepEqual([read("a"), read("b")], ["mine\n", undefined]);
});
