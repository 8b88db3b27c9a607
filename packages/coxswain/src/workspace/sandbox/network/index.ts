export { bridged } from "./bridged.ts";
export { type NetworkProxy, networkProxy } from "./network-proxy.ts";
