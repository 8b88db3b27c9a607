import { CURSOR_MARKER, Editor, type EditorTheme, type TUI, visibleWidth } from "@earendil-works/pi-tui";
import type { TerminalOutput } from "../terminal/index.ts";
import type { Style, Theme } from "../themes/index.ts";
import { type Chips } from "./chips.ts";
import { drawable } from "./clean-text.ts";

/** A position in the text: line from 0, and UTF-16 offset in that line. */
export interface Caret {
  readonly line: number;
  readonly offset: number;
}

export interface EditorRows {
  readonly rows: readonly string[];
  readonly caret: { readonly row: number; readonly column: number };
}

/** Rules above and below the text. */
export interface EditorRules {
  readonly rule: Style;
  /** Columns, at most those of the text. */
  readonly ruleWidth: number;
  /** Shown in the upper rule. */
  readonly mark: string;
}

export interface EditBufferOptions {
  readonly terminal: TerminalOutput;
  readonly theme: Theme;
  readonly chips: Chips;
  readonly onChange: () => void;
  /** Called with the trimmed text, after the buffer was cleared. */
  readonly onSubmit: (text: string) => void;
}

export interface Replacement {
  /** Number of characters before the caret. Default: none. */
  readonly before?: number;
  /** Number of characters behind the caret. Default: none. */
  readonly after?: number;
  /** New text before the caret. */
  readonly text: string;
  /** New text behind the caret, in the same line. Default: none. */
  readonly rest?: string;
}

/**
 * Members that pi-tui's editor keeps private. It has no method that replaces a part of the text, sets the caret, or makes a
 * label one character for the caret. Its version is exact, and the tests of this file fail if an update renames them.
 */
interface EditorInternals {
  readonly state: { lines: string[]; cursorLine: number; cursorCol: number };
  lastAction: unknown;
  pushUndoSnapshot(): void;
  setCursorCol(column: number): void;
  segment(text: string, mode: "grapheme" | "word"): Iterable<Intl.SegmentData>;
}

/**
 * The text of the editor: lines, caret, undo, kill ring and motions of pi-tui's editor. Its completion, history and pastes are
 * not used. Labels of chips are one character for the caret.
 */
export class EditBuffer {
  readonly #editor: Editor;
  readonly #internals: EditorInternals;
  readonly #chips: Chips;

  constructor({ terminal, theme, chips, onChange, onSubmit }: EditBufferOptions) {
    // The editor uses only these two properties of a TUI.
    const host = { requestRender: onChange, terminal } as unknown as TUI;
    this.#editor = new Editor(host, editorTheme(theme));
    this.#editor.focused = true;
    this.#editor.onChange = onChange;
    this.#editor.onSubmit = onSubmit;
    this.#internals = this.#editor as unknown as EditorInternals;
    this.#chips = chips;
    const segment = this.#internals.segment.bind(this.#editor);
    this.#internals.segment = (text, mode) => this.#withLabels(text, segment(text, mode), mode);
  }

  get text(): string {
    return this.#editor.getText();
  }

  get caret(): Caret {
    const { line, col } = this.#editor.getCursor();
    return { line, offset: col };
  }

  /** The text of the caret's line before the caret. */
  get before(): string {
    const { lines, cursorLine, cursorCol } = this.#internals.state;
    return (lines[cursorLine] ?? "").slice(0, cursorCol);
  }

  /** The text of the caret's line from the caret on. */
  get after(): string {
    const { lines, cursorLine, cursorCol } = this.#internals.state;
    return (lines[cursorLine] ?? "").slice(cursorCol);
  }

  /** Replaces all of the text. One undo brings the old text back. */
  set(text: string, caret: "start" | "end" = "end"): void {
    if (text === this.text) return;
    this.#change(() => {
      const { state } = this.#internals;
      state.lines = text.split("\n");
      state.cursorLine = caret === "start" ? 0 : state.lines.length - 1;
      this.#internals.setCursorCol(caret === "start" ? 0 : (state.lines[state.cursorLine] ?? "").length);
    });
  }

  /** Replaces characters (UTF-16 units) around the caret, all in its line. */
  replace({ before = 0, after = 0, text, rest = "" }: Replacement): void {
    this.#change(() => {
      const { state } = this.#internals;
      const line = state.lines[state.cursorLine] ?? "";
      const inserted = (line.slice(0, state.cursorCol - before) + text).split("\n");
      const last = inserted.at(-1) ?? "";
      state.lines = [
        ...state.lines.slice(0, state.cursorLine),
        ...inserted.slice(0, -1),
        last + rest + line.slice(state.cursorCol + after),
        ...state.lines.slice(state.cursorLine + 1),
      ];
      state.cursorLine += inserted.length - 1;
      this.#internals.setCursorCol(last.length);
    });
  }

  insert(text: string): void {
    if (text !== "") this.replace({ text });
  }

  /** Handles a key. */
  press(key: string): void {
    this.#editor.handleInput(key);
  }

  /** Renders the text, with a rule above and below. */
  rows(width: number, { rule, ruleWidth, mark }: EditorRules): EditorRows {
    this.#editor.borderColor = (line) => rule(line.slice(0, ruleWidth));
    const all = this.#editor.render(width).map((row) => {
      const at = row.indexOf(CURSOR_MARKER);
      const column = at < 0 ? undefined : visibleWidth(row.slice(0, at));
      return { row: drawable(row.replace(CURSOR_MARKER, "")).replace(/ +$/, ""), column };
    });
    const rows = all.map(({ row }) => row);
    if (mark !== "") rows[0] = rule(`── ${mark} ${"─".repeat(ruleWidth)}`.slice(0, ruleWidth).trimEnd());
    const row = all.findIndex(({ column }) => column !== undefined);
    return { rows, caret: { row, column: all[row]?.column ?? 0 } };
  }

  #change(change: () => void): void {
    this.#internals.pushUndoSnapshot();
    this.#internals.lastAction = null;
    change();
    this.#editor.onChange?.(this.text);
  }

  *#withLabels(text: string, segments: Iterable<Intl.SegmentData>, mode: "grapheme" | "word"): Iterable<Intl.SegmentData> {
    const labels = this.#chips.positions(text);
    let next = 0;
    let end = 0;
    for (const segment of segments) {
      if (segment.index < end) continue;
      const label = labels[next];
      if (label?.start !== segment.index) {
        yield segment;
        continue;
      }
      next += 1;
      end = label.start + label.label.length;
      // Motions over words take a segment with spaces for white space; they use only its length.
      yield { segment: mode === "word" ? label.label.replaceAll(" ", "_") : label.label, index: label.start, input: text };
    }
  }
}

const editorTheme = ({ dim, accent, selected }: Theme): EditorTheme => ({
  borderColor: dim,
  selectList: { selectedPrefix: accent, selectedText: selected, description: dim, scrollInfo: dim, noMatch: dim },
});
