import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionView } from "coxswain/view";
import { emulator } from "../terminal/emulator.fixture.ts";
import { keymapOf } from "../keys/index.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import { Highlighter } from "../blocks/index.ts";
import { InlineSurface } from "./inline-surface.ts";
import { Transcript } from "./transcript.ts";

/** The column of the terminal's caret, from 1, after a quiet moment; undefined if it rests in column 0 of the tail's first row. */
const restingCaret = async (columns: number, rows: number): Promise<number | undefined> => {
  const terminal = emulator(columns, rows);
  const timer = manualTimer();
  const surface = new InlineSurface({
    session: "s",
    transcript: new Transcript({ id: "s", entries: [] }, new SessionView("s")),
    terminal: { ...terminal, columns, rows, start() {}, async drain() {}, stop() {} },
    timer,
    theme: colorlessTheme,
    styles: () => colorlessTheme,
    highlighter: new Highlighter(),
    keys: keymapOf().keymap,
    copy: async () => "",
    hint() {},
    now: () => timer.now(),
    tail: () => ({ rows: ["rule", "typed", "rule"], caret: { row: 1, column: 5 } }),
  });
  surface.print(["printed"]);
  surface.start();
  await timer.advance(1000);
  surface.request();
  await timer.advance(100);
  // oxlint-disable-next-line no-control-regex -- looks for control sequences
  const [, column] = /\n\r\u001b\[(\d+)G\u001b\[\?2026l$/.exec(terminal.written) ?? [];
  return column === undefined ? undefined : Number(column);
};

test("the terminal's caret rests in the editor, for input methods, where no row of the tail can wrap", async () => {
  assert.equal(await restingCaret(80, 24), 6);
  assert.equal(await restingCaret(60, 24), undefined);
  assert.equal(await restingCaret(80, 10), undefined);
});
