export { exportMarkdown } from "./export-markdown.ts";
