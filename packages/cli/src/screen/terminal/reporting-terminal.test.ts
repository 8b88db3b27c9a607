import assert from "node:assert/strict";
import { test } from "node:test";
import { manualTimer } from "./manual-timer.fixture.ts";
import { ReportingTerminal, type RequestedReports } from "./reporting-terminal.ts";
import type { TerminalReport } from "./terminal-reports.ts";

const ALL: RequestedReports = { background: true, focus: true, cellSize: true, programStatus: true };

const open = (requested = ALL, asksForDevice = false) => {
  const timer = manualTimer();
  const written: string[] = [];
  const keys: string[] = [];
  const reports: TerminalReport[] = [];
  let resizes = 0;
  let send: (input: string) => void = () => {};
  const terminal = new ReportingTerminal({
    terminal: {
      columns: 80,
      rows: 24,
      write: (data) => written.push(data),
      start: (onInput) => (send = onInput),
      stop: () => written.push("stopped"),
    },
    timer,
    requested,
    asksForDevice,
    onReport: (report) => reports.push(report),
  });
  terminal.start(
    (input) => keys.push(input),
    () => (resizes += 1),
  );
  return {
    terminal,
    timer,
    written,
    keys,
    reports,
    resizes: () => resizes,
    send: (...inputs: readonly string[]) => inputs.forEach((input) => send(input)),
  };
};

test("asks for the reports that are requested, and turns them off again", () => {
  const scene = open();
  assert.equal(scene.written.join(""), "\u001b[=5u\u001b[?2031h\u001b]11;?\u001b\\\u001b[?1004h\u001b[16t\u001b]7501;?\u001b\\\u001b[5n");
  scene.terminal.stop();
  assert.deepEqual(scene.written.slice(-2), ["\u001b[?2031l\u001b[?1004l\u001b7", "stopped"]);
  assert.deepEqual(open({ background: false, focus: false, cellSize: false, programStatus: false }).written, ["\u001b[=5u\u001b[5n"]);
});

test("saves the caret before the keyboard protocol ends, because Konsole restores it then", () => {
  const scene = open({ background: false, focus: false, cellSize: false, programStatus: false });
  scene.terminal.stop();
  assert.deepEqual(scene.written.slice(-2), ["\u001b7", "stopped"]);
});

test("the terminal is drained once it has answered, and passes keys on meanwhile", async () => {
  const scene = open();
  scene.send("a");
  let isDrained = false;
  const drained = scene.terminal.drain().then(() => (isDrained = true));
  scene.send("b", "\u001b]11;rgb:ffff/ffff/eeee\u0007");
  await scene.timer.advance(500);
  assert.equal(isDrained, false);
  scene.send("\u001b[0n");
  await drained;
  assert.deepEqual(scene.keys, ["a", "b"]);
  assert.equal(scene.reports.length, 1);
});

test("a terminal that has answered, or has had a second for it, is drained", async () => {
  const answering = open();
  answering.send("\u001b[0n", "a");
  await answering.terminal.drain();
  assert.deepEqual(answering.keys, ["a"]);
  const silent = open();
  await silent.timer.advance(1001);
  await silent.terminal.drain();
});

test("a terminal that is started again after it was drained has keys again", async () => {
  const scene = open();
  scene.send("\u001b[0n");
  await scene.terminal.drain();
  scene.terminal.stop();
  const keys: string[] = [];
  scene.terminal.start(
    (input) => keys.push(input),
    () => {},
  );
  scene.send("a");
  assert.deepEqual(keys, ["a"]);
});

test("reports do not reach the keyboard's reader", () => {
  const scene = open();
  scene.send(
    "a",
    "\u001b]11;rgb:ffff/ffff/eeee\u0007",
    "\u001b[I",
    "\u001b[O",
    "\u001b[?997;2n",
    "\u001b[6;18;9t",
    "\u001b[6;0;9t",
    "\u001b]7501;?\u001b\\",
    "\u001bP>|xterm\u001b\\",
    "b",
  );
  assert.deepEqual(scene.keys, ["a", "b"]);
  assert.deepEqual(scene.reports, [
    { kind: "background", rgb: [255, 255, 238] },
    { kind: "focus", hasFocus: true },
    { kind: "focus", hasFocus: false },
    { kind: "scheme", scheme: "light" },
    { kind: "cell", widthPx: 9, heightPx: 18 },
    { kind: "other" },
    { kind: "program_status" },
    { kind: "other" },
  ]);
});

test("the size of a cell is known once the terminal has reported it", () => {
  const { terminal, send } = open();
  const size = (): readonly unknown[] => [terminal.cell?.widthPx, terminal.cell?.heightPx];
  assert.deepEqual(size(), [undefined, undefined]);
  send("\u001b[6;15;7t");
  assert.deepEqual(size(), [7, 15]);
});

test("a report that arrives in pieces is put together, also if a piece looks like typed text", () => {
  const scene = open();
  scene.send("\u001b]11;rgb:00", ...Array.from("00/0000/0000"), "\u0007", "x");
  assert.deepEqual(scene.keys, ["x"]);
  assert.deepEqual(scene.reports, [{ kind: "background", rgb: [0, 0, 0] }]);
});

test("keys are keys again if the rest of a report does not arrive", async () => {
  const scene = open();
  scene.send("\u001b]11;rgb:0000");
  await scene.timer.advance(1001);
  scene.send("a", "b");
  assert.deepEqual(scene.keys, ["a", "b"]);
});

test("typed text that could be a piece of a report is lost for one second at most", async () => {
  const scene = open();
  scene.send("\u001b]11;rgb:0000");
  await scene.timer.advance(600);
  scene.send("a");
  await scene.timer.advance(600);
  scene.send("b");
  assert.deepEqual(scene.keys, ["b"]);
});

test("a key that no report has is a key at once", () => {
  const scene = open();
  scene.send("\u001b]11;rgb:0000", " ", "a", "\r");
  assert.deepEqual(scene.keys, [" ", "a", "\r"]);
});

test("Alt with a bracket, an escape, a paste and arrow keys are keys", () => {
  const keys = ["\u001b]", "\u001bP", "\u001b", "\u001b[A", "\u001b[1;3A", "\u001b[200~\u001b]11;?\u0007\u001b[201~"];
  const scene = open();
  scene.send(...keys);
  assert.deepEqual(scene.keys, keys);
});

test("a character that comes in two halves is one key", () => {
  const scene = open();
  // The order of a terminal that reads code units: a face, a flag, a letter.
  scene.send(..."\u{1f600}\u{1f1e9}\u{1f1ea}a".split(""));
  assert.deepEqual(scene.keys, ["\u{1f600}", "\u{1f1e9}", "\u{1f1ea}", "a"]);
});

test("the release of a key is not a second key", () => {
  const scene = open();
  scene.send("\u001b[99;5u", "\u001b[99;5:3u", "\u001b[27;1:3u");
  assert.deepEqual(scene.keys, ["\u001b[99;5u"]);
});

test("xterm.js is known by its device, and the screen is drawn again for it, once", () => {
  const none = { background: false, focus: false, cellSize: false, programStatus: false };
  const scene = open(none, true);
  assert.deepEqual(scene.written, ["\u001b[=5u\u001b[>c\u001b[5n"]);
  scene.send("\u001b[>41;379;0c");
  assert.deepEqual([scene.terminal.reflow, scene.resizes()], ["usual", 0]);
  scene.send("\u001b[>0;276;0c", "\u001b[>0;276;0c");
  assert.deepEqual([scene.terminal.reflow, scene.resizes(), scene.keys], ["caretLine", 1, []]);
});
