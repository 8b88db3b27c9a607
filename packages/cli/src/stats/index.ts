export { statsAction } from "./stats-action.ts";
