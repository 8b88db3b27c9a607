export { interactiveAction } from "./interactive-action.ts";
