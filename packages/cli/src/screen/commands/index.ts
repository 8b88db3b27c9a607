export { ownCommands } from "./command-list.ts";
export { commandIn, COMMANDS } from "./command-table.ts";
export { nextMode } from "./next-mode.ts";
export type { ListedCommand } from "./listed-command.ts";
export type { CommandHost, Next, ScreenCommand } from "./screen-command.ts";
export type { ModelRow, SessionEnd, Workplace } from "./workplace.ts";
