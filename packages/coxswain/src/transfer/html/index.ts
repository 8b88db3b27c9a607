export { exportHtml } from "./export-html.ts";
