import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { noTerminal as skip, openTerminal, PLAIN } from "./at-terminal.ts";
import { openCox } from "./cox-scene.ts";

const RUN = { calls: [{ name: "bash", input: { command: "echo ran >> ran.txt" } }] };
const ASKED = /1 or y: Yes, once[^]*Answer, 1 to \d: /;
const LEAVE = "\u0004";

/** A scene whose first answer waits until it is released. */
const heldScene = async (...answers: readonly string[]) => {
  const hold = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const cox = await openCox((_, turn) => {
    if (turn > 0) return answers[turn] ?? "no more";
    asked.resolve();
    return { before: hold.promise, text: answers[0] ?? "" };
  });
  return { cox, release: () => hold.resolve(), asked: asked.promise };
};

test("L14: a screen shows the session of another one, sends it prompts, and continues it when that one leaves", { skip }, async () => {
  const { cox, release, asked } = await heldScene("one", "two", "three");
  await using _ = cox;
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await asked;
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen("prompts go there");
  await other.seen("You: first");
  other.type("second\n");
  await other.seen("Queued");
  release();
  await other.seen("one\r\n");
  await other.seen("You: second");
  await other.seen("two\r\n");
  await owner.seen("two\r\n");
  await owner.seen("You: ");
  owner.type(LEAVE);
  assert.equal((await owner.ended).code, 0);
  await other.seen("The other process has left: the session continues here.");
  other.type("third\n");
  await other.seen("three\r\n");
  await other.seen("You: ");
  other.type(LEAVE);
  const { code, screen } = await other.ended;
  assert.equal(code, 0, screen);
  assert.equal(screen.split("\none\n").length, 2, screen);
  assert.equal((await cox.sessionFiles()).length, 1);
});

test("a permission question of a shared session is answered at either screen, once", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await owner.seen(ASKED);
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen(ASKED);
  other.type("1\n");
  await owner.seen("Answered in another terminal");
  for (const terminal of [owner, other]) await terminal.seen("Done.");
  owner.type(LEAVE);
  await owner.ended;
  await other.seen("the session continues here");
  other.type(LEAVE);
  assert.equal((await other.ended).code, 0);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("a question of the model in a shared session is answered at the other screen", { skip }, async () => {
  const options = [{ label: "SQLite" }, { label: "Postgres" }];
  const question = { name: "question", input: { questions: [{ question: "Which database?", options, multiple: true }] } };
  await using cox = await openCox([{ calls: [question] }, "Done."]);
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await owner.seen(/Which database\?[^]*Enter for no answer: /);
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen(/Which database\?[^]*Enter for no answer: /);
  other.type("1,2\n");
  for (const terminal of [owner, other]) {
    await terminal.seen("Which database? Your answer: SQLite, Postgres");
    await terminal.seen("Done.");
  }
  owner.type(LEAVE);
  await owner.ended;
  await other.seen("the session continues here");
  other.type(LEAVE);
  assert.equal((await other.ended).code, 0);
});

test("a screen interrupts the run of a shared session", { skip }, async () => {
  const { cox, release, asked } = await heldScene("one", "two");
  await using _ = cox;
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await asked;
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen("You: first");
  other.type("\u0003");
  for (const terminal of [owner, other]) await terminal.seen("Interrupted: ");
  await other.seen("You: ");
  release();
  owner.type("second\n");
  for (const terminal of [owner, other]) await terminal.seen("two\r\n");
});

test("a screen that leaves a shared session does not disturb it, and cannot change it", { skip }, async () => {
  const { cox, release, asked } = await heldScene("one");
  await using _ = cox;
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await asked;
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen("You: first");
  other.type("/name x\n");
  await other.seen("Error: another process has the session open");
  other.type("/mode plan\n");
  await other.seen("The other process sets the permission mode");
  other.type(LEAVE);
  assert.equal((await other.ended).code, 0);
  release();
  await owner.seen("one\r\n");
  await owner.seen("You: ");
  owner.type(LEAVE);
  assert.equal((await owner.ended).code, 0);
});

test("a screen follows a shared session that goes back to an earlier point, there and once it is its own", { skip }, async () => {
  await using cox = await openCox(["one", "two", "three"]);
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await owner.seen("one\r\n");
  await owner.seen("You: ");
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen("one\r\n");
  const goBack = async (terminal: typeof owner): Promise<void> => {
    terminal.type("/tree\n");
    await terminal.seen("Number or part of the name");
    terminal.type("1\n");
    await terminal.seen(/Go back to it[^]*Number or part of the name/);
    terminal.type("1\n");
  };
  await goBack(owner);
  for (const terminal of [owner, other]) await terminal.seen("Continuing from an earlier point.");
  owner.type("second\n");
  for (const terminal of [owner, other]) await terminal.seen("two\r\n");
  await owner.seen("You: ");
  owner.type(LEAVE);
  await owner.ended;
  await other.seen("the session continues here");
  await goBack(other);
  await other.seen("Continuing from an earlier point.");
  other.type("third\n");
  await other.seen(/three \n[^]*You: /);
  other.type(LEAVE);
  assert.equal((await other.ended).code, 0);
});

test("L19: a screen continues the run of a killed process", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await owner.seen(ASKED);
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen(ASKED);
  process.kill(Number(/open in process (\d+)/.exec(other.shown())?.[1]), "SIGKILL");
  await other.seen("the session continues here");
  await other.seen(ASKED);
  other.type("1\n");
  await other.seen("Done: ");
  await other.seen("You: ");
  other.type(LEAVE);
  assert.equal((await other.ended).code, 0);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("a screen leaves a shared session that is removed, and reports it", { skip }, async () => {
  const { cox, release, asked } = await heldScene("one");
  await using _ = cox;
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await asked;
  using other = openTerminal(cox, [...PLAIN, "-c"]);
  await other.seen("You: first");
  for (const path of await cox.sessionFiles()) await rm(path);
  await other.seen("The session was removed by another process.");
  const { code, screen } = await other.ended;
  assert.deepEqual([code, screen.includes("Continue this session")], [0, false]);
  release();
  owner.type(LEAVE);
  await owner.ended;
});

test("a headless run sends its task to a session that is open at a terminal, and shows the result", { skip }, async () => {
  const { cox, release, asked } = await heldScene("one", "two");
  await using _ = cox;
  using owner = openTerminal(cox, [...PLAIN, "first"]);
  await asked;
  const second = cox.start(["-c", "second"]);
  await second.seen("Queued in the running session");
  release();
  const { code, stdout } = await second.ended;
  assert.deepEqual([code, stdout], [0, "two\n"]);
  await owner.seen("two\r\n");
  await owner.seen("You: ");
  owner.type(LEAVE);
  assert.equal((await owner.ended).code, 0);
});
