export { columns } from "./columns.ts";
export { escapeLine, escapeText, jsonLine } from "./escape-text.ts";
export { exactLines, hasUnseen } from "./exact-lines.ts";
export { Output } from "./output.ts";
export { shellWord } from "./shell-word.ts";
export { tellAlso } from "./tell-also.ts";
export { hidden, withoutSecrets } from "./without-secrets.ts";
