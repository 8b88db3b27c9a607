import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./screen.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const DOWN = "\u001b[B";
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

type Scene = Awaited<ReturnType<typeof openScreen>>;

const gone = async ({ terminal }: Scene, text: string): Promise<void> => {
  while ((await terminal.screen()).some((line) => line.includes(text))) await new Promise((resolve) => void setImmediate(resolve));
};

const withCommand = () => openScreen({ actions: { commands: () => ["!sleep 100"] } });

test("leaving asks while a command of the user runs, and names it", async () => {
  await using scene = await withCommand();
  for (const leave of [[CTRL_D], [CTRL_C, CTRL_C], [...Array.from("/exit"), ENTER], [...Array.from("/new"), ENTER]]) {
    scene.terminal.press(...leave);
    await scene.terminal.seen("Still working: 1 command");
    await scene.terminal.seen("| !sleep 100");
    scene.terminal.press(ESCAPE);
    await gone(scene, "Still working");
  }
  assert.equal(scene.terminal.isOpen, true);
  scene.terminal.press(CTRL_D);
  await scene.terminal.seen("End and exit");
  scene.terminal.press(DOWN, ENTER);
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("Ctrl+C at the question about leaving stays, and the next one does not leave", async () => {
  await using scene = await withCommand();
  scene.terminal.press(CTRL_C, CTRL_C);
  await scene.terminal.seen("Still working");
  scene.terminal.press(CTRL_C);
  await gone(scene, "Still working");
  scene.terminal.press(CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  assert.equal(scene.terminal.isOpen, true);
});

test("Ctrl+C that stops a command does not begin an exit", async () => {
  let running = ["!sleep 100"];
  const stopCommands = (): boolean => running.splice(0).length > 0;
  await using scene = await openScreen({ actions: { commands: () => running, stopCommands } });
  scene.terminal.press(CTRL_C, CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  running = [];
  scene.terminal.press(CTRL_C);
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("Ctrl+C that interrupts a run does not begin an exit", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.press(CTRL_C);
  await scene.terminal.seen("Interrupted");
  scene.terminal.press(CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  assert.equal(scene.terminal.isOpen, true);
  hold.resolve();
});
