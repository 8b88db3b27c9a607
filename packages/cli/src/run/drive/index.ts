export { driveAction } from "./drive-action.ts";
