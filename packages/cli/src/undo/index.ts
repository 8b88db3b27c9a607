export { capitalized, NOTHING_TO, resultLine, stepOf } from "./restore-words.ts";
export { unrestoredLines } from "./unrestored-lines.ts";
export { redoAction, undoAction } from "./undo-action.ts";
