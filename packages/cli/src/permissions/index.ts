export { permissionsAction } from "./permissions-action.ts";
