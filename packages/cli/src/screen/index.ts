export type { Next } from "./commands/index.ts";
export {
  clipboardImage,
  draftStore,
  editExternally,
  type EditorCommand,
  type EditorSources,
  expandTexts,
  partsOf,
} from "./editor/index.ts";
export { OpenQuestions } from "./panels/index.ts";
export { Screen } from "./screen.ts";
export type { ScreenActions } from "./screen-options.ts";
export { processTimer } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
