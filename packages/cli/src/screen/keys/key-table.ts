import type { KeyId } from "@earendil-works/pi-tui";

/** A thing that a key does outside of the editor. */
export type KeyAction =
  | "interrupt"
  | "clear"
  | "exit"
  | "queue"
  | "restore"
  | "mode"
  | "expand"
  | "suspend"
  | "screen"
  | "history"
  | "edit"
  | "image";

export interface KeyRow {
  readonly keys: readonly KeyId[];
  readonly description: string;
}

/** The usual keys of the screen, in the order of the help. `keymapOf` joins them with those of the user. */
export const KEY_TABLE: Readonly<Record<KeyAction, KeyRow>> = {
  interrupt: { keys: ["escape"], description: "Interrupt the run; its queued messages return to the editor" },
  clear: { keys: ["ctrl+c"], description: "Clear the editor, else interrupt, else exit with a second press" },
  exit: { keys: ["ctrl+d"], description: "Exit, if the editor is empty" },
  queue: { keys: ["alt+enter"], description: "Queue the message for the end of the run" },
  restore: { keys: ["alt+up"], description: "Take a queued message back into the editor" },
  mode: { keys: ["shift+tab"], description: "Change the permission mode" },
  expand: { keys: ["ctrl+o"], description: "Show all of the last call or reasoning" },
  suspend: { keys: ["ctrl+z"], description: "Suspend" },
  screen: { keys: ["alt+t"], description: "Change between inline and the full screen" },
  history: { keys: ["ctrl+r"], description: "Search the prompts of all sessions of this project" },
  edit: { keys: ["ctrl+g"], description: "Edit the text in VISUAL or EDITOR" },
  image: { keys: ["ctrl+v"], description: "Paste the image of the clipboard" },
};
