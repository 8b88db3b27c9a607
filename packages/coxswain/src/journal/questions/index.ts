export { openQuestion } from "./open-question.ts";
export { questionFacts } from "./question-facts.ts";
export { isAllowing, withoutEffects } from "./told.ts";
export { withdrawLeft } from "./withdraw-left.ts";
