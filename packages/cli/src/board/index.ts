export { boardAction } from "./board-action.ts";
