export type { Next } from "./commands/index.ts";
export { OpenQuestions, OpenTextQuestions, type QuestionPreview } from "./panels/index.ts";
export { Screen } from "./screen.ts";
export { processTimer } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
