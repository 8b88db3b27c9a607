export { ACTIONS, INDEX_ACTIONS } from "./actions.ts";
