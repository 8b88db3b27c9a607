export { Announcer, terminalAbilities } from "./away/index.ts";
export { blockRows, fit, formatAge } from "./blocks/index.ts";
export { COMMANDS as SCREEN_COMMANDS, sessionChoices } from "./commands/index.ts";
export type {
  Leave,
  ListedCommand,
  ModelRow,
  Next,
  ServerAction,
  ServerItem,
  SessionEnd,
  SessionRow,
  SettingRow,
  Workplace,
} from "./commands/index.ts";
export {
  clipboardImage,
  draftStore,
  editExternally,
  type EditorSources,
  expandTexts,
  NO_SOURCES,
  partsOf,
  PromptEditor,
} from "./editor/index.ts";
export type { FooterSource, PlaceFacts, SandboxLevel } from "./footer/index.ts";
export { DialogDesk } from "./dialog-desk.ts";
export { type ExtensionKey, type Keymap, keymapOf, parseUserKeys, setEditorKeys } from "./keys/index.ts";
export { OpenQuestions, OpenTextQuestions, QuestionDialog, type QuestionPreview, textProblemRows } from "./panels/index.ts";
export { questionPreview } from "./question-preview.ts";
export { PlainScreen, type PlainScreenOptions, ProcessLineTerminal } from "./plain/index.ts";
export { Screen } from "./screen.ts";
export type { ScreenActions, SessionScreenOptions } from "./screen-options.ts";
export type { ScreenSession, WaitingMessage } from "./screen-session.ts";
export type { SessionScreen } from "./session-screen.ts";
export {
  type Frame,
  type FrameTimer,
  InlineOutput,
  inlineProblem,
  processTerminal,
  processTimer,
  type ScreenTerminal,
  terminalFeatures,
  type TerminalReport,
} from "./terminal/index.ts";
export {
  backgroundOf,
  colorDepth,
  colorlessTheme,
  environmentBackground,
  paletteTheme,
  type ParsedTheme,
  parseTheme,
  type TerminalFeatures,
  type Theme,
  Themes,
} from "./themes/index.ts";
export { DialogScreen, PlainDialogScreen, type WelcomeScreen } from "./welcome/index.ts";
