import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { noTerminal as skip, openTerminal } from "./at-terminal.ts";
import { openCox } from "./cox-scene.ts";

const ENTER_SCREEN = "\u001b[?1049h";
const LEAVE_SCREEN = "\u001b[?1049l";
const CTRL_D = "\u0004";
/** Modes that a program must restore: the mouse, the caret, line wrapping, and pastes in brackets. */
const RESTORED = ["\u001b[?1002l", "\u001b[?1006l", "\u001b[?25h", "\u001b[?7h", "\u001b[?2004l"];

/** The output after the last switch back to the normal screen. */
const afterScreen = (raw: string): string => raw.slice(raw.lastIndexOf(LEAVE_SCREEN) + LEAVE_SCREEN.length);

test("--screen full takes the alternate screen, restores the terminal at the exit, and prints the last turn", { skip }, async () => {
  await using cox = await openCox(["Hello to you."]);
  using terminal = openTerminal(cox, ["--screen", "full", "greet me"]);
  await terminal.seen(ENTER_SCREEN);
  await terminal.seen("Hello to you.");
  await terminal.seen("1 turn");
  terminal.type(CTRL_D);
  const { code, raw } = await terminal.ended;
  assert.equal(code, 0, raw);
  for (const mode of RESTORED) assert.ok(raw.lastIndexOf(mode) > raw.indexOf(ENTER_SCREEN), JSON.stringify(mode));
  const rest = stripVTControlCharacters(afterScreen(raw)).replaceAll("\r", "");
  assert.match(rest, /^> greet me\n\nHello to you\.\n\n─ .*1 turn[^]*Continue this session with: cox -r /);
});

test("a signal that ends cox in the full screen restores the terminal", { skip }, async () => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "kill -TERM $PPID; sleep 30" } }] }, "Never."]);
  using terminal = openTerminal(cox, ["--screen", "full", "--yes", "--sandbox", "off", "end it"]);
  await terminal.seen(ENTER_SCREEN);
  const { code, raw } = await terminal.ended;
  assert.equal(code, 143, raw);
  for (const mode of RESTORED) assert.ok(raw.lastIndexOf(mode) > raw.indexOf(ENTER_SCREEN), JSON.stringify(mode));
  assert.match(stripVTControlCharacters(afterScreen(raw)), /> end it/);
});

test("after /rewind with files and conversation, the full screen shows the result of the undo", { skip }, async () => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "echo new > b" } }] }, "Done."]);
  using terminal = openTerminal(cox, ["--screen", "full", "--yes", "--sandbox", "off", "change it"]);
  await terminal.seen("2 turns");
  terminal.type("/rewind\r");
  await terminal.seen("1 file changed since");
  terminal.type("\r");
  await terminal.seen("Files and conversation");
  terminal.type("\r");
  await terminal.seen("Continuing from an earlier point.");
  await terminal.seen("Undone: 1 file changed. To revert this: /redo");
  terminal.type("\u0015\u0004\u0004");
  await terminal.ended;
});
