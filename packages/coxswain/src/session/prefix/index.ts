export type { PrefixEvent, PrefixReason } from "./prefix-event.ts";
export { PrefixWatch } from "./prefix-watch.ts";
