import assert from "node:assert/strict";
import { appendFile } from "node:fs/promises";
import { test } from "node:test";
import { InlineOutput, type TerminalOutput } from "../../packages/cli/src/screen/terminal/index.ts";
import { manualTimer } from "../../packages/cli/src/screen/terminal/manual-timer.fixture.ts";
import { openCox } from "../cli/cox-scene.ts";
import { noTmux, openTmux } from "./tmux-scene.ts";

const skip = noTmux === false ? {} : { skip: noTmux };

test("a terminal that is resized in the middle of a frame loses and doubles no row", skip, async (t) => {
  await using cox = await openCox([]);
  await using terminal = await openTmux(t, cox, { columns: 80, rows: 12 });
  const tty = await terminal.variable("pane_tty");
  await terminal.type("clear; exec tail -f /dev/null\n");
  await terminal.gone("$");
  const timer = manualTimer();
  let size = { columns: 80, rows: 12 };
  let frames = "";
  const output: TerminalOutput = {
    write: (data) => void (frames += data),
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
  };
  let ticks = 0;
  const inline = new InlineOutput({
    output,
    timer,
    frame: () => ({ rows: ["status", "rule", `edit ${ticks}`, "rule", `footer ${ticks}`] }),
  });
  inline.start();
  const rows = Array.from({ length: 40 }, (_, at) => `row ${at}`);
  inline.print(rows);
  await timer.advance(100);
  /** Writes drawn bytes, and waits until tmux has them. The tty adds a return before each line feed. */
  const show = async (data: string): Promise<void> => {
    await appendFile(tty, data);
    while (!terminal.written.replaceAll("\r\n", "\n").endsWith(data)) await terminal.drawn();
  };
  for (const [at, rest] of [12, 40, 6, 30, 8, 24, 7, 36, 10, 50]
    .flatMap((height) => [0.2, 0.5, 0.8].map((part) => [height, part] as const))
    .entries()) {
    const [height, part] = rest;
    const cut = Math.floor(frames.length * part);
    await show(frames.slice(0, cut));
    size = { columns: size.columns === 80 ? 60 : 80, rows: height };
    await terminal.resize(size.columns, height);
    await show(frames.slice(cut));
    frames = "";
    inline.resized();
    await timer.advance(500);
    ticks += 1;
    if (at % 2 === 0) inline.request();
    else inline.print([rows[rows.push(`row ${rows.length}`) - 1] ?? ""]);
    await timer.advance(100);
  }
  await show(frames);
  const lines = (await terminal.lines()).filter((line) => line !== "");
  assert.deepEqual(lines, [...rows, "status", "rule", `edit ${ticks}`, "rule", `footer ${ticks}`]);
});
