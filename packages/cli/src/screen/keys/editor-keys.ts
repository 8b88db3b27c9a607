import { type KeybindingsConfig, KeybindingsManager, setKeybindings, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import type { KeyName } from "./key-names.ts";

/** An action of the editor, for example `editor.undo`. */
export interface EditorKeyRow {
  readonly action: string;
  readonly keys: readonly KeyName[];
  readonly description: string;
}

const PREFIX = "tui.";

/** Descriptions of actions that others describe by the names of Emacs, or by those of another program. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  "editor.jumpForward": "Jump forward to the character that is typed next",
  "editor.jumpBackward": "Jump back to the character that is typed next",
  "editor.yank": "Insert the text that was deleted last",
  "editor.yankPop": "Replace the inserted text with the one deleted before",
  "input.newLine": "Begin a new line",
  "input.submit": "Send the message",
  "input.tab": "Complete a command or a file name",
};

/** The actions of the editor with their usual keys. */
export const EDITOR_KEYS: readonly EditorKeyRow[] = Object.entries(TUI_KEYBINDINGS).flatMap(([id, { defaultKeys, description }]) => {
  if (!/^tui\.(?:editor|input)\./.test(id) || id === "tui.input.copy") return [];
  const keys = typeof defaultKeys === "string" ? [defaultKeys] : [...defaultKeys];
  const action = id.slice(PREFIX.length);
  return [{ action, keys, description: DESCRIPTIONS[action] ?? description ?? action }];
});

/** Gives the editor the keys of its actions. They hold for every editor of the process. */
export const setEditorKeys = (rows: readonly EditorKeyRow[]): void => {
  const config: KeybindingsConfig = Object.fromEntries(rows.map(({ action, keys }) => [PREFIX + action, [...keys]]));
  setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS, config));
};
