import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type CoxScene, openCox } from "../cli/cox-scene.ts";
import { modesLeft } from "./terminal-modes.ts";
import { coxProcess, noTmux, openTmux, type TmuxScene } from "./tmux-scene.ts";

const skip = noTmux === false ? {} : { skip: noTmux };

/** Fails if the terminal differs from one in which `cox` never ran. */
const assertRestored = async (terminal: TmuxScene): Promise<void> => {
  // Earlier calls have left their lines.
  const mark = `restored${(await terminal.lines()).length}`;
  await terminal.type(`stty -a | grep -c -- '-echo \\|-icanon \\|-isig '; echo 're''${mark.slice(2)}'`);
  await terminal.press("Enter");
  await terminal.seen(new RegExp(`^${mark}$`));
  const lines = await terminal.lines();
  assert.equal(lines[lines.lastIndexOf(mark) - 1], "0", "the terminal echoes, edits lines and sends signals");
  assert.deepEqual(modesLeft(terminal.written), []);
  assert.equal(await terminal.variable("cursor_flag"), "1");
  assert.equal(await terminal.variable("alternate_on"), "0");
};

const started = async (t: TestContext, cox: CoxScene, ...words: readonly string[]): Promise<TmuxScene> => {
  const terminal = await openTmux(t, cox);
  await terminal.type(["cox --screen inline", ...words].join(" "));
  await terminal.press("Enter");
  await terminal.seen(/· (?:ask|yolo)/);
  return terminal;
};

test("an exit leaves the terminal as it was", skip, async (t) => {
  await using cox = await openCox(["Hello to you."]);
  await using terminal = await started(t, cox);
  await terminal.type("Hi.");
  await terminal.press("Enter");
  await terminal.seen("1 turn");
  await terminal.type("/exit");
  await terminal.press("Enter");
  await terminal.seen("cox -r");
  await assertRestored(terminal);
});

test("an exit right after the start leaves no answer of the terminal to the shell", skip, async (t) => {
  await using cox = await openCox();
  await using terminal = await openTmux(t, cox);
  await terminal.type("cox --screen inline /exit");
  await terminal.press("Enter");
  await terminal.seen("Type a task.");
  await terminal.seen(/^\$(?! cox)/);
  await terminal.type("echo 'as typed'");
  await terminal.press("Enter");
  await terminal.seen(/^as typed$/);
  assert.ok((await terminal.lines()).includes("$ echo 'as typed'"));
});

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  test(`${signal} leaves the terminal as it was`, skip, async (t) => {
    await using cox = await openCox();
    await using terminal = await started(t, cox);
    process.kill(await coxProcess(terminal), signal);
    await terminal.gone("· ask");
    await assertRestored(terminal);
  });
}

test("SIGTERM during a run leaves the beginning of the answer and its interruption on the screen", skip, async (t) => {
  const hold = Promise.withResolvers<void>();
  await using cox = await openCox([{ text: "The first way is short.\n\nThe second", hold: hold.promise }]);
  await using terminal = await started(t, cox, "how?");
  await terminal.seen("The second");
  process.kill(await coxProcess(terminal), "SIGTERM");
  await terminal.seen("cox -r");
  hold.resolve();
  const lines = await terminal.lines();
  const found = ["The first way is short.", "The second", "─ Interrupted · ", "Continue this session with: cox -r"].map((text) =>
    lines.findIndex((line) => line.startsWith(text)),
  );
  assert.ok(!found.includes(-1), lines.join("\n"));
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
  await assertRestored(terminal);
});

for (const mode of ["inline", "full"]) {
  test(`an uncaught exception leaves the terminal as it was before ${mode}, and its message below the transcript`, skip, async (t) => {
    await using cox = await openCox();
    await cox.write("fault.mjs", `setTimeout(() => { throw new Error("out of order"); }, 3500);\n`);
    await using terminal = await openTmux(t, cox);
    await terminal.type(`NODE_OPTIONS=--import=${join(cox.project, "fault.mjs")} cox --screen ${mode}`);
    await terminal.press("Enter");
    await terminal.seen("out of order");
    await assertRestored(terminal);
  });
}

test("Ctrl+Z gives the terminal to the shell, and fg continues with the draft in the editor", skip, async (t) => {
  await using cox = await openCox();
  await using terminal = await started(t, cox);
  await terminal.type("half a thought");
  await terminal.seen("half a thought");
  await terminal.press("C-z");
  await terminal.seen("Suspended. Type fg to continue.");
  await terminal.seen("Stopped");
  const stopped = await terminal.lines();
  const message = stopped.findIndex((line) => line === "Suspended. Type fg to continue.");
  assert.ok(message >= 0 && message < stopped.findIndex((line) => line.includes("Stopped")), stopped.join("\n"));
  await assertRestored(terminal);
  await terminal.type("clear -x; fg");
  await terminal.press("Enter");
  await terminal.seen(/^half a thought/);
  await terminal.press("C-c", "C-d");
  await terminal.gone("· ask");
  await assertRestored(terminal);
});

test("a command that is killed leaves the screen as it is, and the session continues", skip, async (t) => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "kill -KILL $$" } }] }, "It was killed."]);
  await using terminal = await started(t, cox, "--yes 'Go.'");
  await terminal.seen("It was killed.");
  await terminal.seen("exit code 137");
  await terminal.type("more");
  await terminal.seen("more");
  await terminal.press("C-c", "C-d");
  await terminal.gone("· yolo");
  await assertRestored(terminal);
});
