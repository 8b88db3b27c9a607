export { Announcer, terminalAbilities } from "./away/index.ts";
export type { Next } from "./commands/index.ts";
export type { FooterSource, PlaceFacts, SandboxLevel } from "./footer/index.ts";
export { type ExtensionKey, type Keymap, keymapOf, parseUserKeys } from "./keys/index.ts";
export { OpenQuestions } from "./panels/index.ts";
export { Screen } from "./screen.ts";
export { processTimer, ReportingTerminal, type TerminalReport } from "./terminal/index.ts";
export { backgroundOf, colorDepth, environmentBackground, type ParsedTheme, parseTheme, Themes } from "./themes/index.ts";
