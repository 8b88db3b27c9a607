export type { ChoiceItem, Choices, Dialog } from "./dialog.ts";
export { Dialogs } from "./dialogs.ts";
export { OpenQuestions } from "./open-questions.ts";
export { QuestionDialog } from "./question-dialog.ts";
export { SecretPanel } from "./secret-panel.ts";
