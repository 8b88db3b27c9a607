export { extensionSlash } from "./extension-slash.ts";
export { type Slash, slashIn } from "./slash.ts";
export type { SlashEnd } from "./slash-command.ts";
