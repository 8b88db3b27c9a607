export { blockRows } from "./block-rows.ts";
export { formatDuration, formatTokens } from "./figures.ts";
export { fit, wrap, wrapBehind } from "./rows.ts";
export { codeRows, fenceRow } from "./code.ts";
export { markdownRows } from "./markdown.ts";
export { diffRows } from "./diff-rows.ts";
