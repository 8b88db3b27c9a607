import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { collect, openScene, transcript } from "../runtime/runtime.fixture.ts";
import { clearQueue } from "./operations.ts";

const heldScene = async () => {
  const hold = Promise.withResolvers<void>();
  const store = memoryStore();
  const scene = await openScene({ store, script: [{ text: "One.", hold: hold.promise }, "Two.", "Three."] });
  return { ...scene, letGo: () => hold.resolve() };
};

test("S4-21: what waits is dropped and counted, and the run goes on", async () => {
  await using scene = await heldScene();
  const { session } = scene;
  const run = session.prompt("go");
  session.steer("now");
  session.followUp("then");
  const next = session.prompt("next", { whenBusy: "queue" });
  assert.equal(clearQueue(session), 3);
  assert.deepEqual(session.state.queue, { steering: [], followUps: [], prompts: [] });
  assert.equal(clearQueue(session), 0);
  scene.letGo();
  assert.equal((await run.outcome).kind, "done");
  assert.equal((await next.outcome).kind, "aborted");
  assert.deepEqual(transcript(session), ["user: go", "assistant: One."]);
});

test("what was dropped does not come back when the session is opened again", async () => {
  await using scene = await heldScene();
  scene.session.prompt("go");
  scene.session.followUp("then");
  scene.session.prompt("next", { whenBusy: "queue", onClose: "keep" });
  clearQueue(scene.session);
  await scene.session.close();
  const again = await scene.runtime.open(scene.session.id);
  assert.deepEqual(again.waiting, []);
  scene.letGo();
});

test("of a closed session nothing is taken back: what it left behind waits for the next one who opens it", async () => {
  await using scene = await openScene({ script: [{ text: "One." }, "Two."], maxTurns: 1 });
  const run = scene.session.prompt("go");
  scene.session.steer("left");
  assert.equal((await run.outcome).kind, "limit");
  const [left] = scene.session.waiting;
  await scene.session.close();
  left?.cancel();
  assert.equal(clearQueue(scene.session), 0);
  assert.deepEqual((await scene.runtime.open(scene.session.id)).state.queue.steering, ["left"]);
});

test("one of those that wait is taken back, and the others stay", async () => {
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
  scene.letGo();
  await run.outcome;
  assert.deepEqual(transcript(session), ["user: go", "assistant: One.", "user: second", "assistant: Two."]);
});

test("a prompt that has begun meanwhile is not taken back", async () => {
  await using scene = await openScene({ script: ["One.", "Two."] });
  const first = scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  const [waiting] = scene.session.waiting;
  await first.outcome;
  waiting?.cancel();
  assert.equal((await second.outcome).kind, "done");
});

test("S4-32, S4-37: each change of what waits is told with how much that is, and a prompt that begins at once has not waited", async () => {
  await using scene = await heldScene();
  const { session } = scene;
  const told: string[] = [];
  const reading = (async () => {
    for await (const event of session.events())
      if (event.type === "queue_change") told.push(`${event.steering} ${event.followUps} ${event.prompts}`);
  })();
  const run = session.prompt("go");
  const next = session.prompt("next", { whenBusy: "queue" });
  session.prompt("dropped", { whenBusy: "queue" }).abort();
  session.followUp("then");
  scene.letGo();
  await collect(next);
  await session.close();
  await reading;
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(told, ["0 0 1", "0 0 2", "0 0 1", "0 1 1", "0 0 1", "0 0 0"]);
});
