export { COMMANDS as SCREEN_COMMANDS } from "./commands/index.ts";
export type { ListedCommand, ModelRow, Next, SessionEnd, Workplace } from "./commands/index.ts";
export { OpenQuestions } from "./panels/index.ts";
export { Screen } from "./screen.ts";
export { processTimer } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
export { DialogScreen } from "./welcome/index.ts";
