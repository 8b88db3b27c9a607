export { SESSION_SLASH, type SlashCommand, type SlashEnd } from "./session-slash.ts";
