export { promptOf } from "./prompt-of.ts";
export { capitalized, changeFacts, fileCount, NOTHING_TO, quotedPrompts, resultLine, SIGNS, stepOf } from "./restore-words.ts";
export { shownPath } from "./shown-path.ts";
export { redoAction, undoAction } from "./undo-action.ts";
