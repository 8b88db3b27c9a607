export { causeNames } from "./cause-names.ts";
export { CHANGED_BETWEEN, changeLine, indentedDiff, SINCE } from "./change-lines.ts";
export { changeFacts, fileCount, quotedPrompts, SIGNS } from "./change-words.ts";
export { promptOf } from "./prompt-of.ts";
export { shownPath } from "./shown-path.ts";
export { NOTHING_TO_REVIEW, type Review, reviewOf, type ReviewScope } from "./review.ts";
