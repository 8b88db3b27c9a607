import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";

test("/goal continues until its command succeeds", async () => {
  await using scene = await openScreen({ script: ["Done."] });
  scene.terminal.type("/goal fix it --until true");
  scene.terminal.press("\r");
  await scene.terminal.seen("Done.");
  const start = scene.session.entries.find((entry) => entry.type === "run_start");
  assert.deepEqual(start?.type === "run_start" && start.options?.verify, { commands: ["true"], tries: 20 });
});

for (const [words, message] of [
  ["fix it", "missing --until COMMAND. Usage: /goal TEXT --until COMMAND"],
  ["fix it --until", "missing --until COMMAND. Usage: /goal TEXT --until COMMAND"],
  ["--until true", "missing the goal. Usage: /goal TEXT --until COMMAND"],
] as const) {
  test(`/goal ${words}: ${message}`, async () => {
    await using scene = await openScreen({ script: [] });
    scene.terminal.type(`/goal ${words}`);
    scene.terminal.press("\r");
    await scene.terminal.seen(message);
  });
}
