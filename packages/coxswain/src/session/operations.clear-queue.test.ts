import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { collect, openScene, transcript } from "../runtime/runtime.fixture.ts";
import { clearQueue } from "./operations.ts";

const heldScene = async () => {
  const hold = Promise.withResolvers<void>();
  const store = memoryStore();
  const scene = await openScene({ store, script: [{ text: "One.", hold: hold.promise }, "Two.", "Three."] });
  return { ...scene, release: () => hold.resolve() };
};

test("S4-21: clears and counts waiting messages, and the run continues", async () => {
  await using scene = await heldScene();
  const { session } = scene;
  const run = session.prompt("go");
  session.steer("now");
  session.followUp("then");
  const next = session.prompt("next", { whenBusy: "queue" });
  assert.equal(clearQueue(session), 3);
  assert.deepEqual(session.state.queue, { steering: [], followUps: [], prompts: [] });
  assert.equal(clearQueue(session), 0);
  scene.release();
  assert.equal((await run.outcome).kind, "done");
  assert.equal((await next.outcome).kind, "aborted");
  assert.deepEqual(transcript(session), ["user: go", "assistant: One."]);
});

test("cleared messages stay removed after a reopen", async () => {
  await using scene = await heldScene();
  scene.session.prompt("go");
  scene.session.followUp("then");
  scene.session.prompt("next", { whenBusy: "queue", onClose: "keep" });
  clearQueue(scene.session);
  await scene.session.close();
  const again = await scene.runtime.open(scene.session.id);
  assert.deepEqual(again.waiting, []);
  scene.release();
});

test("a closed session cancels nothing: its waiting messages are preserved for the next owner", async () => {
  await using scene = await openScene({ script: [{ text: "One." }, "Two."], maxTurns: 1 });
  const run = scene.session.prompt("go");
  scene.session.steer("waiting");
  assert.equal((await run.outcome).kind, "limit");
  const [waiting] = scene.session.waiting;
  await scene.session.close();
  waiting?.cancel();
  assert.equal(clearQueue(scene.session), 0);
  assert.deepEqual((await scene.runtime.open(scene.session.id)).state.queue.steering, ["waiting"]);
});

test("cancels one waiting message and preserves the others", async () => {
  await using scene = await heldScene();
  const { session } = scene;
  const run = session.prompt("go");
  session.followUp("first");
  session.followUp("second");
  session.waiting[0]?.cancel();
  assert.deepEqual(
    session.waiting.map(({ how, text }) => [how, text]),
    [["followUp", "second"]],
  );
  scene.release();
  await run.outcome;
  assert.deepEqual(transcript(session), ["user: go", "assistant: One.", "user: second", "assistant: Two."]);
});

test("cannot cancel a prompt that has started", async () => {
  await using scene = await openScene({ script: ["One.", "Two."] });
  const first = scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  const [waiting] = scene.session.waiting;
  await first.outcome;
  waiting?.cancel();
  assert.equal((await second.outcome).kind, "done");
});

test("S4-32, S4-37: queue_change has the counts after each change, and a prompt that starts at once emits none", async () => {
  await using scene = await heldScene();
  const { session } = scene;
  const counts: string[] = [];
  const reading = (async () => {
    for await (const event of session.events())
      if (event.type === "queue_change") counts.push(`${event.steering} ${event.followUps} ${event.prompts}`);
  })();
  const run = session.prompt("go");
  const next = session.prompt("next", { whenBusy: "queue" });
  session.prompt("dropped", { whenBusy: "queue" }).abort();
  session.followUp("then");
  scene.release();
  await collect(next);
  await session.close();
  await reading;
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(counts, ["0 0 1", "0 0 2", "0 0 1", "0 1 1", "0 0 1", "0 0 0"]);
});
