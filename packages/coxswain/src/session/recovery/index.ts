export { recoveries } from "./recoveries.ts";
