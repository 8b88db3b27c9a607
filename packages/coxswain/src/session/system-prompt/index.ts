export { deferredServers, sessionPrompt } from "./session-prompt.ts";
export type { RunPrompt } from "./session-prompt.ts";
