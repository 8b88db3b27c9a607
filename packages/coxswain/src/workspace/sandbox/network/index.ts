export { bridged } from "./bridged.ts";
export { networkProxy } from "./network-proxy.ts";
export type { NetworkProxy } from "./network-proxy.ts";
