export { blockRows, fit, formatDuration } from "./blocks/index.ts";
export type { Next } from "./commands/index.ts";
export { PromptEditor } from "./editor/index.ts";
export { type Dialog, Dialogs, OpenQuestions, OpenTextQuestions, QuestionDialog, type QuestionPreview } from "./panels/index.ts";
export { questionPreview } from "./question-preview.ts";
export { Screen } from "./screen.ts";
export { type Frame, type FrameTimer, InlineOutput, processTimer, type ScreenTerminal } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme, type Theme } from "./themes/index.ts";
