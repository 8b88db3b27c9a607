export { answerText } from "./list.ts";
export { permissionsAction } from "./permissions-action.ts";
export { ruleFault } from "./rule-fault.ts";
