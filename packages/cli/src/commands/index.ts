export { type Action, type Command } from "./command.ts";
export { COMMANDS, TASK } from "./commands.ts";
