export { blockRows, type BlockOptions } from "./block-rows.ts";
export { formatDuration, formatTokens } from "./figures.ts";
export { fit, wrap } from "./rows.ts";
