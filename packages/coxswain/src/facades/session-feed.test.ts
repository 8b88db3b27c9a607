import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../journal/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { SessionFeed } from "./session-feed.ts";

const open = async () => {
  const scene = await openScene({ script: () => "one" });
  const next = await scene.runtime.create({ model: scene.model.info.reference, cwd: "/" });
  return { ...scene, next, feed: new SessionFeed(scene.session) };
};

const sessionsIn = async (events: AsyncIterable<Event>) => [...new Set((await Array.fromAsync(events)).map(({ sessionId }) => sessionId))];

test("a reader receives the events of one session, and those of the next from its start", async () => {
  await using scene = await open();
  const reading = sessionsIn(scene.feed.read());
  await scene.session.prompt("go").outcome;
  scene.feed.moveTo(scene.next);
  await scene.session.close();
  await scene.next.prompt("go").outcome;
  await scene.next.close();
  assert.deepEqual(await reading, [scene.session.id, scene.next.id]);
});

test("a later reader starts with the session that is current then", async () => {
  await using scene = await open();
  scene.feed.moveTo(scene.next);
  const reading = sessionsIn(scene.feed.read());
  await scene.session.prompt("go").outcome;
  await scene.next.close();
  assert.deepEqual(await reading, [scene.next.id]);
});

test("a reader that stops receives no more events", async () => {
  await using scene = await open();
  const reading = scene.feed.read();
  const first = reading.next();
  await scene.session.prompt("go").outcome;
  assert.equal((await first).value?.type, "run_start");
  await reading.return?.();
  scene.feed.moveTo(scene.next);
  assert.equal((await reading.next()).done, true);
});
