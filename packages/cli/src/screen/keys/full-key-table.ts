import type { KeyRow } from "./key-table.ts";

/** A thing that a key does with the transcript in the full screen. */
export type FullKeyAction =
  | "pageUp"
  | "pageDown"
  | "lineUp"
  | "lineDown"
  | "start"
  | "end"
  | "startIfEmpty"
  | "endIfEmpty"
  | "previousBlock"
  | "nextBlock"
  | "search"
  | "mouse";

/** The keys of the full screen, in the order of the help. */
export const FULL_KEY_TABLE: Readonly<Record<FullKeyAction, KeyRow>> = {
  pageUp: { keys: ["pageUp"], description: "Scroll up a page" },
  pageDown: { keys: ["pageDown"], description: "Scroll down a page" },
  lineUp: { keys: ["shift+up"], description: "Scroll up a row" },
  lineDown: { keys: ["shift+down"], description: "Scroll down a row" },
  start: { keys: ["ctrl+home"], description: "Go to the beginning" },
  end: { keys: ["ctrl+end"], description: "Go to the end and follow it" },
  startIfEmpty: { keys: ["home"], description: "Go to the beginning, if the editor is empty" },
  endIfEmpty: { keys: ["end"], description: "Go to the end and follow it, if the editor is empty" },
  previousBlock: { keys: ["ctrl+up"], description: "Select the block before, which Ctrl+O opens or folds" },
  nextBlock: { keys: ["ctrl+down"], description: "Select the next block" },
  search: { keys: ["ctrl+s"], description: "Search: Enter or Up for an earlier match, Down for a later one, Ctrl+U clears it, Esc ends" },
  mouse: {
    keys: ["alt+m"],
    description:
      "Leave the mouse to the terminal, or take it: a click opens a block, dragging copies, the wheel scrolls; Shift selects as usual",
  },
};

// Safe: the table has these keys alone.
export const FULL_ACTIONS = Object.keys(FULL_KEY_TABLE) as readonly FullKeyAction[];

/** Name of an action in the keys file, such as `full.search`. */
export const fullName = (action: FullKeyAction): string => `full.${action}`;
