export { minute } from "./minute.ts";
export { endOf, momentOf } from "./moment.ts";
export { secondsOf } from "./seconds-of.ts";
