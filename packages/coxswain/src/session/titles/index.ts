export { generateTitle, type GeneratedTitle, type GenerateTitleOptions } from "./generate-title.ts";
export { Titles } from "./titles.ts";
