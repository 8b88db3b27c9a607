export type { PrefixEvent, PrefixReason } from "./prefix-event.ts";
export { reasonIn } from "./prefix-reason.ts";
export { PrefixWatch } from "./prefix-watch.ts";
