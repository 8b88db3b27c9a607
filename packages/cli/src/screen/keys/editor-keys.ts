import { type KeybindingsConfig, KeybindingsManager, setKeybindings, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import type { KeyName } from "./key-names.ts";

/** An action of the editor, for example `editor.undo`. */
export interface EditorKeyRow {
  readonly action: string;
  readonly keys: readonly KeyName[];
  readonly description: string;
}

const PREFIX = "tui.";

/** The actions of the editor with their usual keys. */
export const EDITOR_KEYS: readonly EditorKeyRow[] = Object.entries(TUI_KEYBINDINGS).flatMap(([id, { defaultKeys, description }]) => {
  if (!/^tui\.(?:editor|input)\./.test(id) || id === "tui.input.copy") return [];
  const keys = typeof defaultKeys === "string" ? [defaultKeys] : [...defaultKeys];
  return [{ action: id.slice(PREFIX.length), keys, description }];
});

/** Gives the editor the keys of its actions. They hold for every editor of the process. */
export const setEditorKeys = (rows: readonly EditorKeyRow[]): void => {
  const config: KeybindingsConfig = Object.fromEntries(rows.map(({ action, keys }) => [PREFIX + action, [...keys]]));
  setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS, config));
};
