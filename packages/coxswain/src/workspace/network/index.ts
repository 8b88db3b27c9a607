export { type HostAddresses, hostAddresses, type Resolving } from "./host-addresses.ts";
