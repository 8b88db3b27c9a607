export { backgroundRows } from "./background-rows.ts";
export { blockRows } from "./block-rows.ts";
export type { BlockOptions } from "./block-options.ts";
export { formatDuration, formatTokens } from "./figures.ts";
export { diffRows } from "./diff-rows.ts";
export { Highlighter } from "./highlighter.ts";
export { MarkdownStream, type StreamedRows, wholeMarkdownRows } from "./markdown-stream.ts";
export { fit, wrap, wrapBehind } from "./rows.ts";
