export { commandIn, COMMANDS } from "./command-table.ts";
export type { CommandHost, Next, SessionRow } from "./screen-command.ts";
