export { formatDuration, formatTokens } from "./blocks/index.ts";
export { OpenQuestions } from "./panels/index.ts";
export { Screen, type ScreenActions } from "./screen.ts";
export { processTimer, type ScreenTerminal } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
