export { controllingTerminal } from "./controlling-terminal.ts";
export { askPermission, decisionLine, permissionQuestionText } from "./ask-permission.ts";
export { askQuestion, typedUserAnswer } from "./ask-question.ts";
export { type TerminalAsker, terminalAsker } from "./terminal-asker.ts";
export { readableRule } from "./permission-text.ts";
export { editsIn, type GivenEdit, type Preview, previewOf, readText } from "./preview.ts";
