export { taskAction } from "./task-action.ts";
