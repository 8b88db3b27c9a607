export { blockRows, fit, formatDuration } from "./blocks/index.ts";
export type { Next } from "./commands/index.ts";
export {
  clipboardImage,
  draftStore,
  editExternally,
  type EditorCommand,
  type EditorSources,
  expandTexts,
  NO_SOURCES,
  partsOf,
  PromptEditor,
} from "./editor/index.ts";
export {
  CallBatches,
  type Dialog,
  Dialogs,
  OpenQuestions,
  OpenTextQuestions,
  PermissionDialog,
  type QuestionPreview,
  TypingPause,
} from "./panels/index.ts";
export { Screen } from "./screen.ts";
export type { ScreenActions } from "./screen-options.ts";
export { type Frame, type FrameTimer, InlineOutput, processTimer, type ScreenTerminal, terminalFeatures } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme, type Theme } from "./themes/index.ts";
