export { trustAction } from "./trust-action.ts";
