export { answerValidator, schemaCheck } from "./answer-validator.ts";
export { OutputInvalidError, OutputSchemaError } from "./errors.ts";
export { outputCheck } from "./output-check.ts";
export { checkOutputSchema, outputFault } from "./output-fault.ts";
export { preserveOutputSchema, activeOutputSchema } from "./output-messages.ts";
export { schemaProblem } from "./schema-problem.ts";
