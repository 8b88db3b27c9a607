export { ListPanel } from "./list-panel.ts";
export { OpenQuestions } from "./open-questions.ts";
export type { Panel } from "./panel.ts";
export { QuestionPanel } from "./question-panel.ts";
