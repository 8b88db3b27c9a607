export { type Bridged, bridged, type BridgeOrder } from "./bridged.ts";
export { type NetworkProxy, networkProxy, type NetworkProxyOptions } from "./network-proxy.ts";
