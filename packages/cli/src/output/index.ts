export { columns } from "./columns.ts";
export { escapeLine, escapeText, jsonLine, textEscaper } from "./escape-text.ts";
export { exactLines, hasInvisible } from "./exact-lines.ts";
export { wrapLine, wrapText } from "./wrap-line.ts";
export { Output } from "./output.ts";
export { shortId, shortIds } from "./short-id.ts";
export { shellWord } from "./shell-word.ts";
export { errorLine, writeMoreErrors } from "./error-line.ts";
export { redactKey, redactKeys } from "./redact-keys.ts";
