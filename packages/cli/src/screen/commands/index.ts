export { ownCommands } from "./command-list.ts";
export { commandIn, COMMANDS } from "./command-table.ts";
export { nextMode } from "./next-mode.ts";
export type { ListedCommand } from "./listed-command.ts";
export type { CommandHost, Next, ScreenCommand } from "./screen-command.ts";
export { sessionChoices } from "./session-choices.ts";
export type { ModelRow, SessionEnd, SessionRow, Workplace } from "./workplace.ts";
