export type { Fault, Tick } from "./fault.ts";
export type { JsonObject } from "./json.ts";
export { loopbackProvider, type LoopbackOptions, type LoopbackProvider } from "./loopback-provider.ts";
export type { LoopbackReply, LoopbackScript } from "./reply.ts";
export type { LoopbackRequest, Wire } from "./request.ts";
export { refusal } from "./refusal.ts";
export type { WireError } from "./wire.ts";
