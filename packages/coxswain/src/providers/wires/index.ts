export { anthropicWire } from "./anthropic.ts";
export { geminiWire } from "./gemini.ts";
export { chatWire } from "./openai-chat.ts";
export { responsesWire } from "./openai-responses.ts";
export type { Wire, WireReader } from "./wire.ts";
