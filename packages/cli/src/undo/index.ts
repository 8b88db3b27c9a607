export { redoAction, undoAction } from "./undo-action.ts";
