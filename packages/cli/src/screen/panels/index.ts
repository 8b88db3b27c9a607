export type { Choices, Dialog } from "./dialog.ts";
export { Dialogs } from "./dialogs.ts";
export { leavingChoices } from "./leaving-choices.ts";
export { OpenQuestions } from "./open-questions.ts";
export { OpenTextQuestions } from "./open-text-questions.ts";
export { QuestionDialog } from "./question-dialog.ts";
export type { Panel } from "./panel.ts";
export type { QuestionPreview } from "./question-rows.ts";
export { queueChoices } from "./queue-choices.ts";
