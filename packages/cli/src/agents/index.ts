export { agentsAction } from "./agents-action.ts";
