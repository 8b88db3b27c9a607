export { configAction } from "./config-action.ts";
