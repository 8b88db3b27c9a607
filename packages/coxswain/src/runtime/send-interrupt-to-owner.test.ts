import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { memoryStore, SessionInUseError, SessionNotFoundError } from "../log/index.ts";
import { jsonlStore } from "../store/index.ts";
import { mailboxFilesIn, temporaryFolder } from "./mailbox.fixture.ts";
import { openScene, type Scene } from "./runtime.fixture.ts";
import { sendAnswerToOwner } from "./send-answer-to-owner.ts";
import { sendInterruptToOwner } from "./send-interrupt-to-owner.ts";

/** A session in a folder, with a run whose model does not answer until `release`. */
const heldScene = async (directory: string, scene: Scene = {}) => {
  const hold = Promise.withResolvers<void>();
  const store = jsonlStore({ directory });
  const opened = await openScene({ ...scene, store, script: [{ text: "one", hold: hold.promise }, "two"] });
  const run = opened.session.prompt("go");
  await run.admitted();
  return { ...opened, run, store, release: () => hold.resolve() };
};

const immediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

for (const mailbox of ["watch", "on-open", "never"] as const) {
  test(`another process interrupts the active run of an owner with mailbox ${mailbox}`, async (t) => {
    const directory = temporaryFolder(t);
    await using scene = await heldScene(directory, { mailbox });
    await sendInterruptToOwner(jsonlStore({ directory }), scene.session.id, scene.run.id);
    assert.deepEqual(await scene.run.outcome, { kind: "aborted", reason: "Interrupted from another process." });
    while (mailboxFilesIn(directory).length > 0) await immediate();
    scene.release();
    assert.equal((await scene.session.prompt("and now").outcome).kind, "done");
  });
}

test("an owner that takes no prompts leaves answers while no question is open", async (t) => {
  const directory = temporaryFolder(t);
  await using scene = await heldScene(directory, { mailbox: "on-open" });
  const answer = await sendAnswerToOwner(scene.store, scene.session.id, "no question", { kind: "once" });
  await sendInterruptToOwner(scene.store, scene.session.id, scene.run.id);
  await scene.run.outcome;
  assert.equal(await answer.withdraw(), true);
  scene.release();
});

test("ignores an interruption of a run that is not active", async (t) => {
  const directory = temporaryFolder(t);
  await using scene = await heldScene(directory);
  await sendInterruptToOwner(jsonlStore({ directory }), scene.session.id, "another run");
  while (mailboxFilesIn(directory).length > 0) await immediate();
  scene.release();
  assert.equal((await scene.run.outcome).kind, "done");
  await sendInterruptToOwner(jsonlStore({ directory }), scene.session.id, scene.run.id);
  while (mailboxFilesIn(directory).length > 0) await immediate();
  assert.equal((await scene.session.prompt("and now").outcome).kind, "done");
});

test("an interruption that waits for the next owner does not abort its run", async (t) => {
  const directory = temporaryFolder(t);
  const first = await heldScene(directory);
  first.release();
  await first.run.outcome;
  await first.session.close();
  await sendInterruptToOwner(first.store, first.session.id, first.run.id);
  await using next = await openScene({ store: jsonlStore({ directory }), script: ["three"] });
  const session = await next.runtime.open(first.session.id);
  assert.equal((await session.prompt("and now").outcome).kind, "done");
  assert.deepEqual(mailboxFilesIn(directory), []);
});

test("an interruption returns the queued messages that its sender has again, and cancels the others", async (t) => {
  const directory = temporaryFolder(t);
  await using scene = await heldScene(directory);
  const { session, run } = scene;
  run.steer("lost", { id: "lost" });
  run.steer("returned", { id: "returned" });
  await sendInterruptToOwner(jsonlStore({ directory }), session.id, run.id, { returned: ["returned", "never sent"] });
  await run.outcome;
  const reason = "Interrupted from another process.";
  assert.deepEqual(
    session.entries.flatMap((entry) => (entry.type === "inbox_cancel" ? [[entry["messages"], entry["reason"], entry["returned"]]] : [])),
    [
      [["returned"], reason, true],
      [["lost"], reason, undefined],
    ],
  );
  scene.release();
});

test("sets an invalid interruption aside", async (t) => {
  const directory = temporaryFolder(t);
  await using scene = await heldScene(directory);
  let path = "";
  for await (const stored of scene.store.list()) path = stored.path ?? "";
  const inbox = path.replace(/jsonl$/, "inbox");
  mkdirSync(inbox);
  writeFileSync(join(inbox, "interrupt-1.json"), JSON.stringify({ run: 5 }));
  while (!mailboxFilesIn(directory).some((name) => name.includes(".refused-"))) await immediate();
  scene.release();
  assert.equal((await scene.run.outcome).kind, "done");
});

test("rejects an interruption of a session that no other process can see, or that does not exist", async (t) => {
  await assert.rejects(sendInterruptToOwner(memoryStore(), "s", "r"), SessionInUseError);
  await assert.rejects(sendInterruptToOwner(jsonlStore({ directory: temporaryFolder(t) }), "s", "r"), SessionNotFoundError);
});
