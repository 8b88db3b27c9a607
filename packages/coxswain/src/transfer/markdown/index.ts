export { markdownOf } from "./markdown-of.ts";
