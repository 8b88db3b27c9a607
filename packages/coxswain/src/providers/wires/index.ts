export { anthropicReader } from "./anthropic.ts";
export { anthropicWriter } from "./anthropic-writer.ts";
export { endpoint } from "./endpoint.ts";
export { geminiReader } from "./gemini.ts";
export { geminiWriter } from "./gemini-writer.ts";
export { chatReader } from "./openai-chat.ts";
export { responsesReader } from "./openai-responses.ts";
export type { ResponseReader, Wire, WireReader } from "./wire.ts";
