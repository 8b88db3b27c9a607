export { hooksAction } from "./hooks-action.ts";
