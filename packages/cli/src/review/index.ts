export { causeNames } from "./cause-names.ts";
export { CHANGED_BETWEEN, changeLine, indentedDiff, SINCE } from "./change-lines.ts";
