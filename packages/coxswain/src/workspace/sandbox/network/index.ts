export { bridgedCommand } from "./bridged-command.ts";
export { networkProxy } from "./network-proxy.ts";
export type { NetworkProxy } from "./network-proxy.ts";
