export { ownCommands } from "./command-list.ts";
export { plain } from "./command.ts";
export { commandIn, COMMANDS } from "./command-table.ts";
export { nextMode } from "./next-mode.ts";
export { otherCommands, OTHERS, PREFIXES } from "./help-commands.ts";
export type { ListedCommand } from "./listed-command.ts";
export type { CommandHost, Leave, Next, ScreenCommand } from "./screen-command.ts";
export { sessionChoices } from "./session-choices.ts";
export type { ModelRow, ServerAction, ServerItem, SessionEnd, SessionRow, SettingRow, Workplace } from "./workplace.ts";
