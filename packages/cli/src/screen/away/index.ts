export { Announcer } from "./announcer.ts";
export { terminalAbilities } from "./terminal-abilities.ts";
