export type { ChoiceItem, Choices, Dialog } from "./dialog.ts";
export { ListPanel } from "./list-panel.ts";
export { Dialogs } from "./dialogs.ts";
export { OpenQuestions } from "./open-questions.ts";
export { OpenTextQuestions } from "./open-text-questions.ts";
export { type Choice, choicesOf } from "./question-choices.ts";
export { QuestionDialog } from "./question-dialog.ts";
export { TextQuestionDialog } from "./text-question-dialog.ts";
