export { QuestionPanel } from "./question-panel.ts";
export { OpenQuestions } from "./open-questions.ts";
