export { promptOf } from "./prompt-of.ts";
export { changeFacts, fileCount, NOTHING_TO, quotedPrompts, resultLine, SIGNS } from "./restore-words.ts";
export { shownPath } from "./shown-path.ts";
export { redoAction, undoAction } from "./undo-action.ts";
