export { pipedText } from "./piped-text.ts";
export { taskPrompt } from "./task-prompt.ts";
