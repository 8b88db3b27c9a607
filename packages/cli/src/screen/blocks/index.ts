export { blockRows } from "./block-rows.ts";
export { callSubject } from "./call-subject.ts";
export { fileChanges } from "./diff-lines.ts";
export { formatDuration, formatTokens } from "./figures.ts";
export { ends, fit, wrap } from "./rows.ts";
export { codeRows, fenceRow } from "./code.ts";
export { markdownRows } from "./markdown.ts";
