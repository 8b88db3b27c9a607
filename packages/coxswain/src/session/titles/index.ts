export { generateTitle } from "./generate-title.ts";
export type { GeneratedTitle, GenerateTitleOptions } from "./generate-title.ts";
export { Titles } from "./titles.ts";
