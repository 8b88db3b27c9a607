export { modelsAction } from "./models-action.ts";
