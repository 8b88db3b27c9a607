export { searchAction } from "./search-action.ts";
