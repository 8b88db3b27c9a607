import assert from "node:assert/strict";
import { test } from "node:test";
import type { Policy } from "coxswain";
import type { Script } from "coxswain/providers";
import { keymapOf, parseUserKeys } from "../keys/index.ts";
import { openPlain } from "../plain/plain-screen.fixture.ts";
import { openScreen } from "../screen.fixture.ts";
import { changedFiles, runs } from "./changed-files.fixture.ts";
import { ENTER, enter, type Scene } from "./enter.fixture.ts";

const ESCAPE = "\u001b";
const TAB = "\t";
const RIGHT = "\u001b[C";
const FINISH = "\u0013";

/** Two prompts: the first changes `a` and creates `b`, and the second changes `a` again and creates `c`. */
const SCRIPT = [runs("echo two >> a; echo new > b"), "One.", runs("echo three >> a; printf 'x\\ny\\n' > c"), "Two."];

/** Returns the rows of the screen without spaces at their ends. */
const rowsOf = async ({ terminal }: Scene): Promise<readonly string[]> => (await terminal.screen()).map((row) => row.trimEnd());

for (const surface of ["inline", "full"] as const)
  test(`S2-35: ${surface}, /review shows the changes of the last prompt as one diff, and its comments become the text of the editor`, async (t) => {
    const { parts } = changedFiles(t);
    await using scene = await openScreen({ ...parts, surface, script: SCRIPT, before: ["first", "second"] });
    enter(scene, "/review");
    await scene.terminal.seen("(+2 -0, created");
    assert.deepEqual((await rowsOf(scene)).slice(0, 10), [
      '1/2 a  Review of "second", 2 files',
      ">~ a  (+1 -0, changed while a command ran)",
      " 1   one",
      " 2   two",
      " 3 + three",
      "",
      " + c  (+2 -0, created, changed while a command ran)",
      " 1 + x",
      " 2 + y",
      "",
    ]);
    scene.terminal.press(TAB, ENTER);
    await scene.terminal.seen("Comment:");
    scene.terminal.type("Why three?");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("# Why three?");
    scene.terminal.press(RIGHT, ENTER);
    await scene.terminal.seen("Comment:");
    scene.terminal.type("Remove it.");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("2 comments");
    scene.terminal.press(FINISH);
    await scene.terminal.seen("a:3");
    const text = (await rowsOf(scene)).join("\n");
    assert.match(text, /a:3\n> three\nWhy three\?\n\nc\nRemove it\.\n/);
    assert.deepEqual(scene.submitted, []);
    scene.terminal.press(ENTER);
    await scene.terminal.seen("Remove it.");
    assert.match(scene.submitted[0]?.[0] ?? "", /^Review comments on your changes:\n\na:3\n> three\nWhy three\?\n\nc\nRemove it\.$/);
  });

test("S2-35: /review session shows each file from before its first change to after its last one", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["first", "second"] });
  enter(scene, "/review session");
  await scene.terminal.seen("3 files");
  await scene.terminal.seen("+ y");
  const text = (await rowsOf(scene)).join("\n");
  assert.match(text, /^1\/3 a {2}Review of the session, 3 files\n>~ a {2}\(\+2 -0, [^\n]*\n 1 {3}one\n 2 \+ two\n 3 \+ three\n\n \+ b {2}/);
});

test("a review closes with Escape, and with comments only after a second press", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["first"] });
  enter(scene, "/review");
  await scene.terminal.seen("1/2 a");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("────");
  enter(scene, "/review");
  await scene.terminal.seen("1/2 a");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Comment:");
  scene.terminal.type("x");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("1 comment");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("Again discards the comment");
  assert.match((await rowsOf(scene)).join("\n"), /^1\/2 a/);
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("────");
  assert.doesNotMatch((await rowsOf(scene)).join("\n"), /Review comments/);
});

test("the wheel moves in a review, and Alt+M leaves the mouse to the terminal", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: SCRIPT, before: ["first"] });
  enter(scene, "/review");
  await scene.terminal.seen(">~ a");
  await scene.terminal.seen("+ new");
  scene.terminal.press("\u001b[<65;1;1M");
  await scene.terminal.seen(">+ b");
  scene.terminal.press("\u001b[<64;1;1M");
  await scene.terminal.seen(">~ a");
  const { length } = scene.terminal.written;
  scene.terminal.press("\u001bm");
  assert.ok(scene.terminal.written.slice(length).includes("\u001b[?1002l"));
});

test("/review and /files show the changes of a session that another process has open", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openScreen({ ...parts, isShared: true, script: [...SCRIPT, "Noted."], before: ["first", "second"] });
  enter(scene, "/review");
  await scene.terminal.seen("1/2 a  Review of");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Comment:");
  scene.terminal.type("Why?");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("# Why?");
  scene.terminal.press(FINISH);
  await scene.terminal.seen("Review comments on your changes:");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Noted.");
  assert.match(scene.submitted[0]?.[0] ?? "", /^Review comments on your changes:\n\na\nWhy\?$/);
  enter(scene, "/files");
  await scene.terminal.seen("Changed files");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("a: 2 changes, unchanged since");
});

test("/review without changes prints a line, and rejects other words", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openScreen({ ...parts, script: ["One."], before: ["first"] });
  enter(scene, "/review");
  await scene.terminal.seen("Nothing to review: no prompt of the session changed files that are recorded.");
  enter(scene, "/review all");
  await scene.terminal.seen("! /review takes turn or session");
});

test("S2-35: /files lists the changed files, and shows the changes of the chosen one with their diffs", async (t) => {
  const { parts, change } = changedFiles(t);
  await using scene = await openScreen({ ...parts, rows: 40, script: SCRIPT, before: ["first", "second"] });
  change("a", "mine\n");
  enter(scene, "/files");
  await scene.terminal.seen("2 changes");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("changed since by something else");
  const text = (await scene.terminal.lines()).map((row) => row.trimEnd()).join("\n");
  assert.match(
    text,
    /a: 2 changes, changed since by something else\n {2}\S+ \S+ {2}bash: echo two >> a;[^]*2 \+ two\n[^]*bash: echo three >> a;[^]*3 \+ three\n/,
  );
});

test("S2-35: in plain mode, /review shows numbered parts file by file, and a number comments on a line of a part", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openPlain({ ...parts, script: [...SCRIPT, "Noted."], before: ["first", "second"] });
  await scene.terminal.seen("You: ");
  scene.terminal.type("/review");
  await scene.terminal.seen("Enter for the next file; done to finish: ");
  assert.match(
    scene.terminal.text,
    /Review of "second", 2 files\.\n\nFile 1 of 2: ~ a {2}\(\+1 -0, [^\n]*\nPart 1:\n {2}1 one\n {2}2 two\n {2}\+3 three\n/,
  );
  scene.terminal.type("1");
  await scene.terminal.seen("Enter for +3: ");
  scene.terminal.type("2");
  await scene.terminal.seen("Comment on a, line 2: ");
  scene.terminal.type("Not this.");
  await scene.terminal.seen("Commented on a, line 2.");
  await scene.terminal.seen("done to finish: ");
  scene.terminal.type("");
  await scene.terminal.seen("Enter for the end; done to finish: ");
  scene.terminal.type("file");
  await scene.terminal.seen("Comment on c: ");
  scene.terminal.type("Remove it.");
  await scene.terminal.seen("Commented on c.");
  await scene.terminal.seen("done to finish: ");
  scene.terminal.type("done");
  await scene.terminal.seen("another line replaces it.\nYou: ");
  scene.terminal.type("");
  await scene.terminal.seen("Noted.");
  const sent = JSON.stringify(scene.session.entries);
  assert.ok(sent.includes("Review comments on your changes:\\n\\na:2\\n> two\\nNot this.\\n\\nc\\nRemove it."), scene.terminal.text);
});

test("in plain mode, Ctrl+C in a review keeps the comments, and drops only the one that is being made", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openPlain({ ...parts, script: [...SCRIPT, "Noted."], before: ["first", "second"] });
  const { terminal } = scene;
  await terminal.seen("You: ");
  terminal.type("/review");
  await terminal.seen("done to finish: ");
  terminal.type("1");
  await terminal.seen("Enter for +3: ");
  terminal.type("2");
  await terminal.seen("Comment on a, line 2: ");
  terminal.type("Not this.");
  await terminal.seen("done to finish: ");
  terminal.type("1");
  await terminal.seen("Enter for +3: ");
  terminal.interrupt();
  await terminal.seen("No comment.");
  await terminal.seen("done to finish: ");
  terminal.interrupt();
  await terminal.seen("another line replaces it.\nYou: ");
  terminal.type("");
  await terminal.seen("Noted.");
  const sent = JSON.stringify(scene.session.entries);
  assert.ok(sent.includes('Review comments on your changes:\\n\\na:2\\n> two\\nNot this."'), terminal.text);
});

test("in plain mode, Ctrl+C ends a review without comments", async (t) => {
  const { parts } = changedFiles(t);
  await using scene = await openPlain({ ...parts, script: SCRIPT, before: ["first", "second"] });
  await scene.terminal.seen("You: ");
  scene.terminal.type("/review");
  await scene.terminal.seen("done to finish: ");
  scene.terminal.interrupt();
  await scene.terminal.seen("You: ");
  assert.doesNotMatch(scene.terminal.text, /Message:/);
});

test("the comments of a review are added to the text in the editor", async (t) => {
  const { parts } = changedFiles(t);
  const { keymap } = keymapOf(parseUserKeys('{ "/review": "alt+v" }'));
  await using scene = await openScreen({ ...parts, keys: keymap, script: [...SCRIPT.slice(0, 2), "Noted."], before: ["first"] });
  scene.terminal.type("my words");
  scene.terminal.press("\u001bv");
  await scene.terminal.seen("1/2 a");
  scene.terminal.press("c", "x", ENTER, FINISH);
  await scene.terminal.seen("my words");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Noted.");
  assert.deepEqual(scene.submitted, [["my words\n\nReview comments on your changes:\n\na\nx", "now"]]);
});

test("a question comes before a review, which continues after its answer; the run's output is printed once", async (t) => {
  const { parts } = changedFiles(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const script: Script = async (_, turn) => {
    if (turn < 2) return SCRIPT[turn] ?? "";
    await promise;
    return turn === 2 ? { calls: [{ name: "write", input: { path: "d", content: "1" } }] } : "All done.";
  };
  const policy: Policy = ({ subject }) => ({ verdict: subject.endsWith("/d") ? "ask" : "allow", reason: "nothing allows it" });
  await using scene = await openScreen({ ...parts, script, policy, before: ["first"] });
  enter(scene, "continue");
  enter(scene, "/review");
  await scene.terminal.seen("1/2 a");
  await scene.terminal.seen("+ new");
  scene.terminal.resize(60, 20);
  resolve();
  await scene.terminal.seen("Yes, once");
  assert.doesNotMatch((await rowsOf(scene)).join("\n"), /1\/2 a/);
  scene.terminal.press("y");
  await scene.terminal.seen("1/2 a");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("All done.");
  const lines = (await scene.terminal.lines()).map((line) => line.trimEnd());
  assert.equal(lines.filter((line) => line === "> continue").length, 1);
  assert.equal(lines.filter((line) => line === "All done.").length, 1);
});

test("after a resize during a review, nothing that was printed before it is overwritten", async (t) => {
  const { parts } = changedFiles(t);
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
  const text = words.map((word, at) => (at % 10 === 9 ? `${word}\n\n` : word)).join(" ");
  await using scene = await openScreen({ ...parts, script: [runs("echo two >> a"), text, "Two."], columns: 100, rows: 40 });
  enter(scene, "first");
  await scene.terminal.seen("2 turns");
  enter(scene, "/review");
  await scene.terminal.seen("1/1 a");
  scene.terminal.resize(30, 40);
  scene.terminal.press(ESCAPE);
  enter(scene, "second");
  await scene.terminal.seen("Two.");
  assert.deepEqual((await scene.terminal.lines()).join(" ").match(/word\d+/g), words);
  // Other terminals restore the caret to its row, whatever is there after the resize.
  assert.ok(scene.terminal.written.includes("\u001b[9999B"));
});
