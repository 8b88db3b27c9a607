import type { KeyRow } from "./key-table.ts";

/** The keys of the editor, in the order of the help. It handles them itself; most are those of Emacs and of shells. */
export const EDITOR_KEYS: readonly KeyRow[] = [
  { keys: ["enter"], description: "Send, or take the selected completion" },
  { keys: ["shift+enter", "ctrl+j"], description: "New line; also \\ and Enter" },
  { keys: ["tab"], description: "Complete a command, a file after @, or any path" },
  { keys: ["up", "down"], description: "Move; in the first and the last line: earlier and later prompts" },
  { keys: ["ctrl+a", "home"], description: "To the beginning of the line" },
  { keys: ["ctrl+e", "end"], description: "To the end of the line" },
  { keys: ["alt+b", "ctrl+left"], description: "A word to the left" },
  { keys: ["alt+f", "ctrl+right"], description: "A word to the right" },
  { keys: ["ctrl+]"], description: "To the next character that is typed then; Ctrl+Alt+] to the one before" },
  { keys: ["ctrl+w", "alt+backspace"], description: "Cut the word to the left" },
  { keys: ["alt+d"], description: "Cut the word to the right" },
  { keys: ["ctrl+u"], description: "Cut to the beginning of the line" },
  { keys: ["ctrl+k"], description: "Cut to the end of the line" },
  { keys: ["ctrl+y"], description: "Insert the last cut; then Alt+Y: the one before it" },
  { keys: ["ctrl+-"], description: "Undo" },
];
