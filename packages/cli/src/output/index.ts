export { columns } from "./columns.ts";
export { escapeLine, escapeText, jsonLine } from "./escape-text.ts";
export { exactLines, hasInvisible } from "./exact-lines.ts";
export { Output } from "./output.ts";
export { shellWord } from "./shell-word.ts";
export { writeMoreFaults } from "./write-more-faults.ts";
export { hidden, withoutSecrets } from "./without-secrets.ts";
