import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./screen.fixture.ts";
import { manualTimer } from "./terminal/manual-timer.fixture.ts";

/** Frames that a run draws in one second while its answer waits. */
const framesInASecond = async (motion: boolean): Promise<number> => {
  const timer = manualTimer();
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "word ".repeat(50), hold: hold.promise }], motion, timer });
  const events = scene.session.events();
  scene.terminal.type("Go.");
  scene.terminal.press("\r");
  for await (const { type } of events) if (type === "message_delta") break;
  await timer.advance(2000);
  const frames = (): number => scene.terminal.written.split("\u001b[?2026h").length;
  const before = frames();
  await timer.advance(1000);
  const drawn = frames() - before;
  hold.resolve();
  await scene.session.close();
  return drawn;
};

test("with reduced motion, a run draws at most one frame a second", async () => {
  assert.ok((await framesInASecond(false)) <= 1);
  assert.ok((await framesInASecond(true)) > 4);
});
