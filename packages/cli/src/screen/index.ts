export type { Next } from "./commands/index.ts";
export { OpenQuestions, OpenTextQuestions } from "./panels/index.ts";
export { PlainScreen, ProcessLineTerminal } from "./plain/index.ts";
export { chooseInline, choosePlain } from "./choose-at-terminal.ts";
export { Screen } from "./screen.ts";
export type { ScreenOptions } from "./screen-options.ts";
export type { SessionScreen } from "./session-screen.ts";
export { processTimer } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
