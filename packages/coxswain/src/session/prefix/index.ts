export { reasonIn } from "./prefix-reason.ts";
export { PrefixWatch } from "./prefix-watch.ts";
