export { askPerson } from "./ask-person.ts";
export { terminalAsker } from "./terminal-asker.ts";
