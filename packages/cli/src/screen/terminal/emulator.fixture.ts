import xterm from "@xterm/headless";
import type { TerminalOutput } from "./inline-output.ts";
import type { Reflow } from "./reflow.ts";

export interface Emulator extends TerminalOutput {
  /** Everything that was written. */
  readonly written: string;
  resize(columns: number, rows: number): void;
  /** All lines, from the first one of the scrollback, without trailing spaces. A line that the terminal wrapped is one line. */
  lines(): Promise<readonly string[]>;
  /** Lines of the screen, as they are shown. */
  screen(): Promise<readonly string[]>;
  /** Rows above the screen. */
  scrollback(): Promise<number>;
  /** The lines that are marked as the first one of a prompt (OSC 133), as `lines` would show them at this width. */
  prompts(): Promise<readonly string[]>;
}

/** A terminal without a window: xterm.js, which moves wrapped lines on a resize as most terminals do. */
export const emulator = (columns = 80, rows = 24, reflow: Reflow = "usual"): Emulator => {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 100_000, allowProposedApi: true });
  const prompts: xterm.IMarker[] = [];
  terminal.parser.registerOscHandler(133, (data) => {
    const marker = data.startsWith("A;") ? terminal.registerMarker(0) : undefined;
    if (marker !== undefined) prompts.push(marker);
    return true;
  });
  let written = "";
  const settled = () => new Promise<void>((resolve) => terminal.write("", resolve));
  /** The first row of the line with the caret. */
  const caretLine = (): number => {
    const { active } = terminal.buffer;
    let at = active.baseY + active.cursorY;
    while (active.getLine(at)?.isWrapped === true) at -= 1;
    return at;
  };
  const rowsFrom = (first: number, last: number, joined: boolean): readonly string[] => {
    const lines: string[] = [];
    // The rows of a tail that is one line are different rows.
    const tail = reflow === "caretLine" ? caretLine() : Number.POSITIVE_INFINITY;
    for (let at = first; at < last; at++) {
      const line = terminal.buffer.active.getLine(at);
      const all = line?.translateToString(true) ?? "";
      // Columns of the alternate screen that a resize has hidden are not shown.
      const cells = all.length <= terminal.cols ? all : (line?.translateToString(false, 0, terminal.cols) ?? "").trimEnd();
      const text = at < tail ? cells : cells.trimEnd();
      if (joined && at < tail && line?.isWrapped === true) lines.push(`${lines.pop() ?? ""}${text}`);
      else lines.push(text);
    }
    return lines;
  };
  return {
    reflow,
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    get written() {
      return written;
    },
    write(data) {
      written += data;
      terminal.write(data);
    },
    resize: (width, height) => terminal.resize(width, height),
    async lines() {
      await settled();
      return rowsFrom(0, terminal.buffer.active.length, true);
    },
    async screen() {
      await settled();
      const { baseY } = terminal.buffer.active;
      return rowsFrom(baseY, baseY + terminal.rows, false);
    },
    async scrollback() {
      await settled();
      return terminal.buffer.active.baseY;
    },
    async prompts() {
      await settled();
      const marked = new Set(prompts.filter(({ isDisposed }) => !isDisposed).map(({ line }) => line));
      return [...marked].flatMap((line) => rowsFrom(line, line + 1, false));
    },
  };
};
