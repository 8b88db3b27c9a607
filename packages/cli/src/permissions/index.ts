export { answerText } from "./list.ts";
export { permissionsAction } from "./permissions-action.ts";
