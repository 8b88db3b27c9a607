export type { Next } from "./commands/index.ts";
export type { ScreenMode } from "./layout/index.ts";
export { OpenQuestions } from "./panels/index.ts";
export { Screen } from "./screen.ts";
export { inlineProblem, processTimer } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
