import {
  CombinedAutocompleteProvider,
  CURSOR_MARKER,
  Editor,
  type EditorTheme,
  type SlashCommand,
  type TUI,
  visibleWidth,
} from "@earendil-works/pi-tui";
import type { Theme } from "../themes/index.ts";
import type { TerminalOutput } from "../terminal/index.ts";

export interface PromptEditorOptions {
  readonly terminal: TerminalOutput;
  readonly theme: Theme;
  /** Commands that Tab and a slash complete. */
  readonly commands: readonly EditorCommand[];
  /** Folder of the paths that Tab and `@` complete, absolute. */
  readonly cwd: string;
  /** Called if the shown text changes without a key, as by a completion. */
  readonly onChange: () => void;
  readonly onSubmit: (text: string) => void;
}

interface EditorCommand {
  /** Without the slash. */
  readonly name: string;
  readonly arguments?: string;
  readonly summary: string;
  /** Lists the values of its argument for the typed text. Default: none are known. */
  readonly complete?: (typed: string) => Promise<readonly { readonly value: string; readonly note?: string }[]>;
}

export interface EditorRows {
  readonly rows: readonly string[];
  readonly caret: { readonly row: number; readonly column: number };
}

/** The editor for prompts: several lines, undo, a kill ring, history. */
export class PromptEditor {
  readonly #editor: Editor;
  readonly #cwd: string;

  constructor({ terminal, theme, commands, cwd, onChange, onSubmit }: PromptEditorOptions) {
    // The editor uses only these two properties of a TUI.
    const host = { requestRender: onChange, terminal } as unknown as TUI;
    this.#editor = new Editor(host, editorTheme(theme));
    this.#editor.focused = true;
    this.#editor.onSubmit = onSubmit;
    this.#cwd = cwd;
    this.setCommands(commands);
  }

  /** Replaces the commands that Tab and a slash complete. */
  setCommands(commands: readonly EditorCommand[]): void {
    this.#editor.setAutocompleteProvider(new CombinedAutocompleteProvider(commands.map(slashCommand), this.#cwd));
  }

  get text(): string {
    return this.#editor.getExpandedText();
  }

  get isEmpty(): boolean {
    return this.#editor.getText() === "";
  }

  set(text: string): void {
    this.#editor.setText(text);
  }

  /** Adds a prompt to the history that the up arrow shows. */
  remember(text: string): void {
    this.#editor.addToHistory(text);
  }

  input(data: string): void {
    this.#editor.handleInput(data);
  }

  /** Renders the text between two rules, or without them on a low screen. */
  rows(width: number, withRules: boolean): EditorRows {
    const all = this.#editor.render(width).map((row) => {
      const at = row.indexOf(CURSOR_MARKER);
      return { row: row.replace(CURSOR_MARKER, "").replace(/ +$/, ""), column: at < 0 ? undefined : visibleWidth(row.slice(0, at)) };
    });
    const bottom = all.findLastIndex(({ row }) => /^\S*─/.test(row));
    const shown = withRules ? all : all.filter((_, at) => at !== 0 && at !== bottom);
    const row = shown.findIndex(({ column }) => column !== undefined);
    return { rows: shown.map((one) => one.row), caret: { row: Math.max(0, row), column: shown[row]?.column ?? 0 } };
  }
}

const slashCommand = ({ name, summary, arguments: words, complete }: EditorCommand): SlashCommand => ({
  name,
  description: summary,
  ...(words === undefined ? {} : { argumentHint: words }),
  ...(complete === undefined
    ? {}
    : {
        getArgumentCompletions: async (typed) =>
          (await complete(typed)).map(({ value, note }) => ({ value, label: value, ...(note === undefined ? {} : { description: note }) })),
      }),
});

const editorTheme = ({ dim, accent, selected }: Theme): EditorTheme => ({
  borderColor: dim,
  selectList: { selectedPrefix: accent, selectedText: selected, description: dim, scrollInfo: dim, noMatch: dim },
});
