export { answerJudge } from "./answer-judge.ts";
export { OutputInvalidError, OutputSchemaError } from "./errors.ts";
export { outputCheck } from "./output-check.ts";
export { checkOutputSchema, outputFault } from "./output-fault.ts";
export { carryOutputForm, outputForm } from "./output-form.ts";
export { schemaProblem } from "./schema-problem.ts";
