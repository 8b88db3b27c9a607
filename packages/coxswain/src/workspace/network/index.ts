export { hostAddresses } from "./host-addresses.ts";
export type { HostAddresses, Resolving } from "./host-addresses.ts";
