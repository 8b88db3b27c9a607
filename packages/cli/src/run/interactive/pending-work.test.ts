import assert from "node:assert/strict";
import { test } from "node:test";
import { createRuntime, fixedModels, memoryStore, scriptedModel, type Session, type Store } from "coxswain";
import { PendingWork } from "./pending-work.ts";

/** Opens a session that an earlier process has left, and checks it. */
const withLeft = async (leave: (session: Session) => Promise<void>, check: (session: Session) => Promise<void>): Promise<void> => {
  const store: Store = memoryStore();
  const before = createRuntime({ store, models: fixedModels(scriptedModel(["One."])) });
  const created = await before.create({ model: "scripted/scripted", cwd: "/" });
  await leave(created);
  await before.close();
  await using runtime = createRuntime({ store, models: fixedModels(scriptedModel(["Two.", "Three."])) });
  await check(await runtime.open(created.id));
};

const interrupt = async (session: Session): Promise<void> => {
  await session.append({ type: "run_start", run: "r1" } as never);
  await session.append({ type: "message", run: "r1", message: { role: "user", content: [{ type: "text", text: "Go." }] } } as never);
};

test("an interrupted run is offered, and continues only when it is resumed", () =>
  withLeft(interrupt, async (session) => {
    const pending = new PendingWork(session);
    assert.equal(pending.offer, "The run was interrupted. Enter continues it.");
    assert.equal(session.status, "idle");
    const ended = session.events({ types: ["run_end"] });
    pending.resume({});
    assert.equal(pending.offer, undefined);
    await ended.next();
    assert.equal(pending.offer, undefined, "the offer does not return");
  }));

test("queued messages are offered until they are taken back", () =>
  withLeft(
    async (session) => void session.followUp("Then that."),
    async (session) => {
      const pending = new PendingWork(session);
      assert.equal(pending.offer, "1 message waits. Enter sends it.");
      session.followUp("And this.");
      assert.equal(pending.offer, "2 messages wait. Enter sends them.");
      for (const message of session.waiting) message.cancel();
      assert.equal(pending.offer, undefined);
    },
  ));

test("an interrupted run with queued messages is one offer, and a prompt ends it", () =>
  withLeft(
    async (session) => {
      await interrupt(session);
      session.followUp("Then that.");
    },
    async (session) => {
      const pending = new PendingWork(session);
      assert.equal(pending.offer, "The run was interrupted, and 1 message waits. Enter continues it.");
      const run = session.prompt("Something else.");
      assert.equal(pending.offer, undefined);
      await run.outcome;
    },
  ));

test("nothing is offered for a session without work", () =>
  withLeft(
    async (session) => void (await session.prompt("Go.").outcome),
    async (session) => assert.equal(new PendingWork(session).offer, undefined),
  ));
