export { extensionSlash } from "./extension-slash.ts";
export { type Slash, parseBuiltInSlash } from "./slash.ts";
export type { SlashEnd } from "./slash-command.ts";
