import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { noTerminal as skip, openTerminal } from "./at-terminal.ts";
import { type CoxScene, jsonLines, openCox } from "./cox-scene.ts";
import { drive } from "./program.ts";

const ASKED = "a reason to deny: ";
/** A headless run, which asks at the terminal too. */
const HEADLESS = ["--output-format", "text"] as const;
const RUN = { calls: [{ name: "bash", input: { command: "echo ran >> ran.txt" } }] };
const GONE = "Answered in another terminal, or the run has ended.";

/** Starts `cox` at a terminal with an open question, and a second one at another terminal that watches it. */
const twoTerminals = async (cox: CoxScene, args: readonly string[] = []) => {
  const owner = openTerminal(cox, [...HEADLESS, "first"]);
  await owner.seen(ASKED);
  const follower = openTerminal(cox, [...HEADLESS, "-c", ...args]);
  await follower.seen(ASKED);
  return { owner, follower, [Symbol.dispose]: () => [owner, follower].forEach((one) => one[Symbol.dispose]()) };
};

const leftovers = async (cox: CoxScene): Promise<readonly string[]> => {
  const names = await readdir(join(cox.home, "data", "sessions"), { recursive: true });
  return names.filter((name) => /\.(inbox|lock|handing-.*|refused-.*)$/.test(name));
};

test("shows a watcher at a terminal the owner's question, takes the answer, and runs the call once", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using both = await twoTerminals(cox);
  both.follower.type("y\n");
  const [owner, follower] = await Promise.all([both.owner.ended, both.follower.ended]);
  assert.deepEqual([owner.code, follower.code], [0, 0], owner.screen + follower.screen);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  const asked = /\? bash wants to run[^]*a reason to deny: /;
  assert.equal(asked.exec(follower.screen)?.[0], asked.exec(owner.screen)?.[0]);
  assert.ok(owner.screen.includes(GONE) && !owner.screen.includes("Allowed once."), owner.screen);
  assert.match(follower.screen, /Allowed once\.\n> bash {2}echo ran >> ran\.txt\nDone\.\n$/);
  assert.deepEqual(await leftovers(cox), []);
});

test("withdraws a question from the watcher once the owner's user has answered it", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using both = await twoTerminals(cox);
  both.owner.type("y\n");
  const [owner, follower] = await Promise.all([both.owner.ended, both.follower.ended]);
  assert.deepEqual([owner.code, follower.code], [0, 0]);
  assert.match(owner.screen, /Allowed once\.\n/);
  assert.ok(follower.screen.includes(`${GONE}\n> bash  echo ran >> ran.txt\nDone.\n`), follower.screen);
});

test("counts one of two simultaneous answers and runs the call once", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using both = await twoTerminals(cox);
  both.follower.type("s\n");
  both.owner.type("y\n");
  const [owner, follower] = await Promise.all([both.owner.ended, both.follower.ended]);
  assert.deepEqual([owner.code, follower.code], [0, 0], owner.screen + follower.screen);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  assert.ok(owner.screen.includes("Allowed once.") || owner.screen.includes(GONE));
  assert.deepEqual(await leftovers(cox), []);
});

test("withdraws the question from the watcher on Ctrl+C at the owner", { skip }, async () => {
  await using cox = await openCox([RUN, "never"]);
  using both = await twoTerminals(cox);
  both.owner.type("\u0003");
  const [owner, follower] = await Promise.all([both.owner.ended, both.follower.ended]);
  assert.equal(owner.code, 130);
  assert.ok(follower.screen.includes(GONE), follower.screen);
  await assert.rejects(cox.read("ran.txt"));
});

test("stops only watching on Ctrl+C at the watcher and leaves the question with the owner", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using both = await twoTerminals(cox);
  both.follower.type("\u0003");
  const follower = await both.follower.ended;
  assert.equal(follower.code, 130);
  assert.match(follower.screen, /cox: stopped watching; the session is still running\n$/);
  both.owner.type("y\n");
  assert.equal((await both.owner.ended).code, 0);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("lets a watching user answer the question of a program that owns the session, and notifies the program", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  const program = drive(cox, ["first"]);
  const asked = await program.line("control_request");
  using follower = openTerminal(cox, [...HEADLESS, "-c"]);
  await follower.seen(ASKED);
  follower.type("y\n");
  assert.equal((await program.line("control_cancel_request"))["request_id"], asked["request_id"]);
  assert.equal((await program.line("result"))["result"], "Done.");
  assert.equal((await program.close()).code, 0);
  assert.equal((await follower.ended).code, 0);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("lets a user with a queued task answer the question that the session waits for", { skip }, async () => {
  await using cox = await openCox([RUN, "one", "two"]);
  using both = await twoTerminals(cox, ["second"]);
  both.follower.type("y\n");
  const [owner, follower] = await Promise.all([both.owner.ended, both.follower.ended]);
  assert.deepEqual([owner.code, follower.code], [0, 0]);
  assert.match(owner.screen, /one\n$/);
  assert.match(follower.screen, /two\n$/);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test(
  "L19: asks the watcher again as the next owner when the owner is killed at the question, and runs the call once",
  { skip },
  async () => {
    await using cox = await openCox([RUN, "Done."]);
    using both = await twoTerminals(cox);
    process.kill(Number(/open in process (\d+)/.exec(both.follower.shown())?.[1]), "SIGKILL");
    await both.follower.seen("released the session; continuing here");
    await both.follower.seen(ASKED);
    both.follower.type("y\n");
    const { code, screen } = await both.follower.ended;
    assert.equal(code, 0, screen);
    assert.ok(screen.includes(GONE), screen);
    assert.equal(await cox.read("ran.txt"), "ran\n");
  },
);

test("reports the waiting question with its id to a watcher without a terminal, in its format", { skip }, async () => {
  await using cox = await openCox([RUN, "Done."]);
  using owner = openTerminal(cox, [...HEADLESS, "first"]);
  await owner.seen(ASKED);
  const text = cox.start(["-c"]);
  await text.seen("the session is waiting for an answer to question");
  const stream = cox.start(["-c", "--output-format", "stream-json"]);
  await stream.seen("permission_ask");
  owner.type("n not now\n");
  const [, inText, inStream] = await Promise.all([owner.ended, text.ended, stream.ended]);
  const lines = jsonLines(inStream.stdout);
  const [asked, replied] = ["permission_ask", "permission_reply"].map((subtype) => lines.find((line) => line["subtype"] === subtype));
  assert.deepEqual(
    [asked?.["tool_name"], asked?.["input"], asked?.["requests"]],
    ["bash", { command: "echo ran >> ran.txt" }, [{ effect: "execute", subject: "echo ran >> ran.txt" }]],
  );
  assert.deepEqual([replied?.["question_id"], replied?.["allowed"], replied?.["answer"]], [asked?.["question_id"], false, "deny"]);
  assert.ok(inText.stderr.includes(`question ${String(asked?.["question_id"])} (bash): echo ran >> ran.txt. `), inText.stderr);
  assert.deepEqual([inText.code, inStream.code, inText.stdout], [0, 0, "Done.\n"]);
});
