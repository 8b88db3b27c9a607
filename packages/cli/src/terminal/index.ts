export { askPermission } from "./ask-permission.ts";
export { askPerson } from "./ask-person.ts";
export { type TerminalAsker, terminalAsker } from "./terminal-asker.ts";
