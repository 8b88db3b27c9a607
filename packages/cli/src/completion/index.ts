export { completionAction } from "./completion-action.ts";
