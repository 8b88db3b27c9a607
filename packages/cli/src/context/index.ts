export { contextAction } from "./context-action.ts";
