export { escapeLine, escapeText, jsonLine } from "./escape-text.ts";
export { Output } from "./output.ts";
