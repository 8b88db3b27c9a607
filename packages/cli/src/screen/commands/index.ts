export { commandIn, COMMANDS } from "./command-table.ts";
export type { CommandHost, Next, ScreenCommand, Workplace } from "./screen-command.ts";
