import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionView } from "coxswain/view";
import { emulator } from "../terminal/emulator.fixture.ts";
import { keymapOf } from "../keys/index.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { colorlessTheme, type Theme } from "../themes/index.ts";
import { Highlighter } from "../blocks/index.ts";
import { InlineSurface } from "./inline-surface.ts";
import type { SurfaceOptions } from "./surface.ts";
import { pngHeader } from "./png-header.fixture.ts";
import { Transcript } from "./transcript.ts";

const open = (
  columns: number,
  rows: number,
  tail: SurfaceOptions["tail"],
  { view = new SessionView("s"), theme = colorlessTheme }: { readonly view?: SessionView; readonly theme?: Theme } = {},
) => {
  const terminal = emulator(columns, rows);
  const timer = manualTimer();
  const surface = new InlineSurface({
    session: "s",
    transcript: new Transcript({ id: "s", entries: [] }, view),
    terminal: { ...terminal, columns, rows, start() {}, async drain() {}, stop() {} },
    timer,
    theme,
    styles: () => colorlessTheme,
    highlighter: new Highlighter(),
    keys: keymapOf().keymap,
    copy: async () => "",
    hint() {},
    now: () => timer.now(),
    tail,
  });
  return { surface, terminal, timer };
};

/** The column of the terminal's caret, from 1, after a quiet moment; undefined if it rests in column 0 of the tail's first row. */
const restingCaret = async (columns: number, rows: number): Promise<number | undefined> => {
  const tail = () => ({ rows: ["rule", "typed", "rule"], caret: { row: 1, column: 5 } });
  const { surface, terminal, timer } = open(columns, rows, tail);
  surface.print(["printed"]);
  surface.start();
  await timer.advance(1000);
  surface.request();
  await timer.advance(100);
  // oxlint-disable-next-line no-control-regex -- looks for control sequences
  const [, column] = /\u001bD\r\u001b\[(\d+)G\u001b\[\?2026l$/.exec(terminal.written) ?? [];
  return column === undefined ? undefined : Number(column);
};

test("the terminal's caret rests in the editor, for input methods, where no row of the tail can wrap", async () => {
  assert.equal(await restingCaret(80, 24), 6);
  assert.equal(await restingCaret(60, 24), undefined);
  assert.equal(await restingCaret(80, 10), undefined);
});

test("the rows of the tail have at most 60 columns, and the first one all of the terminal", () => {
  const widths = [40, 80, 120, 200, 300].map((columns) => {
    let size = { firstWidth: 0, width: 0 };
    const { surface } = open(columns, 24, ({ firstWidth, width }) => {
      size = { firstWidth, width };
      return { rows: ["typed"] };
    });
    surface.start();
    surface.stop();
    return [size.firstWidth, size.width];
  });
  assert.deepEqual(widths, [
    [39, 39],
    [79, 60],
    [119, 60],
    [199, 60],
    [299, 60],
  ]);
});

test("rows of a tail are so few or so narrow that the first one stays on the screen when a narrower terminal wraps them", async () => {
  const { surface, terminal } = open(80, 24, ({ width, ruleWidth }) => ({ rows: ["-".repeat(ruleWidth), "typed", "f".repeat(width)] }));
  surface.start();
  terminal.resize(20, 24);
  surface.stop();
  assert.equal(await terminal.scrollback(), 0);
  const widths = [0, 1, 2].map((printed) => {
    const one = open(80, 24, ({ width }) => ({ rows: ["first", "x".repeat(width)] }));
    one.surface.print(Array.from({ length: printed }, (_, at) => `row ${at}`));
    one.surface.start();
    return Math.max(...one.terminal.written.split(/[^x]+/).map((row) => row.length));
  });
  assert.deepEqual(widths, [60, 40, 60], "if nothing fits, the usual width");
});

test("in a low terminal an image is low, so that it does not cover the rows around it", async () => {
  const view = new SessionView("s");
  const image = { type: "image", mediaType: "image/png", data: pngHeader(400, 900) } as const;
  view.add({ type: "message", seq: 0, id: "u", parent: null, at: 0, message: { role: "user", content: [image] } });
  const theme = { ...colorlessTheme, features: { hyperlinks: false, images: "kitty" as const } };
  const { surface, terminal, timer } = open(80, 8, () => ({ rows: ["typed"] }), { view, theme });
  surface.start();
  await timer.advance(100);
  assert.match(terminal.written, /_Ga=T,[^;]*,r=2;/);
});
