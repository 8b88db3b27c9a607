export { Announcer, type AnnouncerOptions } from "./announcer.ts";
export { terminalAbilities } from "./terminal-abilities.ts";
