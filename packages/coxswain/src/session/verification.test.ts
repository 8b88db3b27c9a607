import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Script, textOf } from "../model/index.ts";
import { openFilesScene, runs, writes } from "../runtime/session-files.fixture.ts";

const verify = { commands: ["test -f done || { echo not yet; exit 3; }"] };

test("a run continues until its check passes, and the model gets the output of the failed one", async (t) => {
  const { session, model } = await openFilesScene(t, { script: ["Finished.", writes("done", "1"), "Now it is."] });
  const outcome = await session.prompt("Go.", { verify }).outcome;
  assert.equal(outcome.kind, "done");
  assert.equal(outcome.kind === "done" && textOf(outcome.reply), "Now it is.");
  const asked = textOf(model.requests[1]?.messages.at(-1) ?? { role: "user", content: [] });
  assert.match(asked, /succeeds[^]*\$ test -f done[^]*not yet\n\[exit code 3\]/);
});

test("a run ends with a limit after its last correction", async (t) => {
  const { session, model } = await openFilesScene(t, { script: ["One.", "Two.", "Three."] });
  const outcome = await session.prompt("Go.", { verify: { ...verify, tries: 2 } }).outcome;
  assert.equal(model.requests.length, 3);
  assert.deepEqual(outcome.kind === "limit" && [outcome.limit.name, outcome.limit.message], [
    "verify",
    `The check ${JSON.stringify(verify.commands[0])} still fails after 2 corrections.`,
  ]);
});

test("a turn limit ends a run whose check fails, and the outcome states it", async (t) => {
  const { session } = await openFilesScene(t, { script: ["One.", "Two."] });
  const outcome = await session.prompt("Go.", { verify, maxTurns: 1 }).outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "turns");
});

test("a check that has passed in the run after its last change does not run again, but in the next run, since the user may have changed files", async (t) => {
  // Changes in the repository's folder are not recorded.
  const command = "echo x >> .git/count";
  const { session, at } = await openFilesScene(t, { script: [runs(command), "Done.", writes("b", "1"), "Changed.", "Nothing."] });
  const count = (): number => readFileSync(at(".git", "count"), "utf8").split("\n").length - 1;
  await session.prompt("Go.", { verify: { commands: [command] } }).outcome;
  assert.equal(count(), 1);
  await session.prompt("Change it.", { verify: { commands: [command] } }).outcome;
  assert.equal(count(), 2);
  await session.prompt("Again.", { verify: { commands: [command] } }).outcome;
  assert.equal(count(), 3);
});

test("a check waits until a message that has arrived was answered", async (t) => {
  let arrive = (): void => {};
  const script: Script = (_, turn) => {
    if (turn === 0) arrive();
    return ["One.", writes("b", "1"), "Two."][turn] ?? "";
  };
  const { session, model, at } = await openFilesScene(t, { script });
  arrive = () => session.followUp("And this.");
  await session.prompt("Go.", { verify: { commands: ["echo x >> .git/count"] } }).outcome;
  assert.equal(model.requests.length, 3);
  assert.equal(readFileSync(at(".git", "count"), "utf8"), "x\n");
});

test("an answer that was truncated at the limit of tokens is not checked", async (t) => {
  const { session, at } = await openFilesScene(t, { script: [{ text: "The beg", stop: "length" }] });
  await session.prompt("Go.", { verify: { commands: ["echo x >> .git/count"] } }).outcome;
  assert.equal(existsSync(at(".git", "count")), false);
});

test("a check runs again in a folder that is too large to compare", async (t) => {
  const command = "test ! -f broken";
  const { session } = await openFilesScene(t, {
    files: { a: "", b: "", c: "" },
    limits: { folderFiles: 2 },
    script: [runs(command), runs("echo 1 > broken"), "Done.", runs("rm broken"), "Now it is."],
  });
  const outcome = await session.prompt("Go.", { verify: { commands: [command] } }).outcome;
  assert.equal(outcome.kind === "done" && textOf(outcome.reply), "Now it is.");
});

test("an abort ends a check", async (t) => {
  const { session } = await openFilesScene(t, { script: ["Done."] });
  const run = session.prompt("Go.", { verify: { commands: ["sleep 60"] } });
  for await (const event of session.events()) {
    if (event.type !== "shell_start") continue;
    run.abort();
    break;
  }
  assert.equal((await run.outcome).kind, "aborted");
});
