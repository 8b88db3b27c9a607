export { COMMANDS, TASK } from "./commands.ts";
