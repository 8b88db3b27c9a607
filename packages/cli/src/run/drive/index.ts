export { driveTask } from "./drive-task.ts";
export { type Program, programAt } from "./program-at.ts";
