export { commandIn, COMMANDS } from "./command-table.ts";
export type { CommandHost, Next, Workplace } from "./screen-command.ts";
