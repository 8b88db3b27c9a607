export { expandTemplate } from "./expand-template.ts";
export { loadTemplates } from "./load-templates.ts";
export type { PromptTemplate } from "./prompt-template.ts";
