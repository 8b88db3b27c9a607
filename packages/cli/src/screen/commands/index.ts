export { commandIn, COMMANDS } from "./command-table.ts";
export type { CommandHost, Next, ScreenCommand, SessionRow } from "./screen-command.ts";
