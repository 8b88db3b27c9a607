export { minute } from "./minute.ts";
export { endOf, momentOf } from "./moment.ts";
