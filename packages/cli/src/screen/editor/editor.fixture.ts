import { emulator } from "../terminal/emulator.fixture.ts";
import { InlineOutput } from "../terminal/index.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import type { ChipContents } from "./chips.ts";
import type { EditorCommand } from "./completion.ts";
import { type EditorSources, NO_SOURCES } from "./editor-sources.ts";
import { PromptEditor } from "./prompt-editor.ts";

export const KEYS = {
  enter: "\r",
  ctrlJ: "\n",
  escape: "\u001b",
  tab: "\t",
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  backspace: "\u007f",
  ctrlU: "\u0015",
  ctrlW: "\u0017",
  ctrlY: "\u0019",
  undo: "\u001f",
} as const;

export const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

export interface EditorScene extends Partial<EditorSources> {
  readonly screenCommands?: readonly EditorCommand[];
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
}

/** An editor over an emulated terminal, on its own. */
export const openEditor = ({ screenCommands = [], cwd = "/", columns = 60, rows = 24, ...sources }: EditorScene = {}) => {
  const terminal = emulator(columns, rows);
  const timer = manualTimer();
  const submitted: { readonly text: string; readonly attached: ChipContents }[] = [];
  const editor: PromptEditor = new PromptEditor({
    terminal,
    theme: colorlessTheme,
    timer,
    now: () => timer.now(),
    commands: screenCommands,
    cwd,
    sources: { ...NO_SOURCES, ...sources },
    onChange: () => output.request(true),
    onSubmit: (text, attached) => {
      submitted.push({ text, attached });
      editor.remember(text);
    },
  });
  const output = new InlineOutput({
    output: terminal,
    timer,
    frame: () =>
      editor.rows({ width: Math.min(60, terminal.columns - 1), height: terminal.rows - 1, ruleWidth: terminal.rows >= 12 ? 40 : 0 }),
  });
  output.start();
  return {
    editor,
    terminal,
    timer,
    submitted,
    press: (...keys: readonly string[]): void => keys.forEach((key) => editor.input(key)),
    type: (text: string): void => Array.from(text).forEach((key) => editor.input(key)),
    /** The rows in view, once background work has run. */
    async shown(): Promise<readonly string[]> {
      for (let turn = 0; turn < 2; turn += 1) {
        output.request(true);
        await timer.advance(1);
        await new Promise(setImmediate);
      }
      return (await terminal.screen()).filter((row) => row !== "");
    },
    resize: (width: number, height: number): void => {
      terminal.resize(width, height);
      output.resized();
    },
  };
};

/** A GIF, of 3x2 pixels. */
export const GIF = Buffer.from("474946383961030002000000003b", "hex");
