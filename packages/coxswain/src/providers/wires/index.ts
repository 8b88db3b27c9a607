export { anthropicReader } from "./anthropic.ts";
export { anthropicWriter } from "./anthropic-writer.ts";
export { bearer, endpoint } from "./endpoint.ts";
export type { Endpoint } from "./endpoint.ts";
export { geminiReader } from "./gemini.ts";
export { chatReader } from "./openai-chat.ts";
export { responsesReader } from "./openai-responses.ts";
export { responsesWriter } from "./responses-writer.ts";
export type { ResponseReader, Wire, WireReader } from "./wire.ts";
