export type { RunPrompt } from "./kept-prompt.ts";
export { sessionPrompt } from "./session-prompt.ts";
