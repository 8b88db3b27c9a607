export { interactiveAction } from "./interactive-action.ts";
export { questionPreview } from "./question-preview.ts";
