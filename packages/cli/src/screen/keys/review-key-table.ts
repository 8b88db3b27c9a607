import type { KeyRow } from "./key-table.ts";

/** A thing that a key does in a review of changes. */
export type ReviewKeyAction =
  | "lineUp"
  | "lineDown"
  | "pageUp"
  | "pageDown"
  | "start"
  | "end"
  | "previousHunk"
  | "nextHunk"
  | "previousFile"
  | "nextFile"
  | "comment"
  | "delete"
  | "finish"
  | "close";

/** The keys of a review, in the order of the help. It covers the screen, so that other keys of the session have no effect there. */
export const REVIEW_KEY_TABLE: Readonly<Record<ReviewKeyAction, KeyRow>> = {
  lineUp: { keys: ["up", "k"], description: "Go up a line" },
  lineDown: { keys: ["down", "j"], description: "Go down a line" },
  pageUp: { keys: ["pageUp"], description: "Go up a page" },
  pageDown: { keys: ["pageDown", "space"], description: "Go down a page" },
  start: { keys: ["home"], description: "Go to the first file" },
  end: { keys: ["end"], description: "Go to the end of the last file" },
  previousHunk: { keys: ["shift+tab", "p"], description: "Go to the change before" },
  nextHunk: { keys: ["tab", "n"], description: "Go to the next change" },
  previousFile: { keys: ["left"], description: "Go to the file before" },
  nextFile: { keys: ["right"], description: "Go to the next file" },
  comment: { keys: ["enter", "c"], description: "Comment on the line, or edit its comment" },
  delete: { keys: ["delete", "backspace"], description: "Delete the comment on the line" },
  finish: { keys: ["ctrl+s"], description: "Put the comments into the editor as the next prompt" },
  close: { keys: ["escape", "ctrl+c"], description: "Close the review; a second press discards comments" },
};

// Safe: the table has these keys alone.
export const REVIEW_ACTIONS = Object.keys(REVIEW_KEY_TABLE) as readonly ReviewKeyAction[];

/** Name of an action in the keys file, such as `review.comment`. */
export const reviewName = (action: ReviewKeyAction): string => `review.${action}`;

/** Returns whether a name in the keys file is that of an action of a review. */
export const isReviewName = (name: string): boolean => name.startsWith("review.");
