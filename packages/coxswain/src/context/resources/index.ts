export { expand } from "./expand.ts";
export { AGENT_FOLDERS, projectResources, type ResourcePlaces, SKILL_FOLDERS, TEMPLATE_FOLDERS } from "./project-resources.ts";
export type { Resources } from "./resources.ts";
