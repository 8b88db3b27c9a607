import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "../cli/cox-scene.ts";
import { coxProcess, noTmux, openTmux, type TmuxScene } from "./tmux-scene.ts";

/** Resolves when the terminal shows the alternate screen. Between two sessions it does not. */
const isFull = async (terminal: TmuxScene): Promise<void> => {
  while ((await terminal.variable("alternate_on")) !== "1") await new Promise((resolve) => setImmediate(resolve));
};

const options = noTmux === false ? {} : { skip: noTmux };

test("L19: after a kill, cox -c shows that the run was interrupted, sends nothing, and continues it with Enter", options, async (t) => {
  const never = new Promise<never>(() => {});
  await using cox = await openCox((_, turn) => (turn === 0 ? { text: "one", before: never } : "It continues from there."));
  await using terminal = await openTmux(t, cox);
  await terminal.type("cox 'fix it'");
  await terminal.press("Enter");
  await terminal.seen("Esc interrupts");
  while (cox.server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  process.kill(await coxProcess(terminal), "SIGKILL");
  await terminal.seen("Killed");
  await terminal.type("reset; clear; cox -c");
  await terminal.press("Enter");
  await terminal.seen("The run was interrupted. Enter continues it.");
  await terminal.type("/help");
  await terminal.press("Enter");
  await terminal.seen("/model [NAME]");
  assert.equal(cox.server.requests.length, 1);
  await terminal.press("Enter");
  await terminal.seen("It continues from there.");
  await terminal.gone("Enter continues it.");
  assert.equal(cox.server.requests.length, 2);
});

test("the full screen stays across /new and /resume", options, async (t) => {
  await using cox = await openCox(["First answer.", "Second answer."]);
  await using terminal = await openTmux(t, cox);
  await terminal.type("cox 'first prompt'");
  await terminal.press("Enter");
  await terminal.seen("First answer.");
  assert.equal(await terminal.variable("alternate_on"), "0");
  await terminal.press("M-t");
  await isFull(terminal);
  await terminal.type("/new");
  await terminal.press("Enter");
  await terminal.seen("Type a task.");
  await terminal.gone("First answer.");
  await isFull(terminal);
  await terminal.type("second prompt");
  await terminal.press("Enter");
  await terminal.seen("Second answer.");
  await terminal.type("/resume first");
  await terminal.press("Enter");
  await terminal.seen("First answer.");
  await terminal.gone("Second answer.");
  await isFull(terminal);
});
