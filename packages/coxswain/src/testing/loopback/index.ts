export type { Fault, Tick } from "./fault.ts";
export type { JsonObject } from "./json.ts";
export { loopbackProvider } from "./loopback-provider.ts";
export type { LoopbackOptions, LoopbackProvider } from "./loopback-provider.ts";
export { refusal } from "./refusal.ts";
export type { LoopbackReply, LoopbackScript } from "./reply.ts";
export type { LoopbackRequest, Wire } from "./request.ts";
export type { WireError } from "./wire.ts";
