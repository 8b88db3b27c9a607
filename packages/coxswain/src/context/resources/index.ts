export { expand } from "./expand.ts";
export { AGENT_FOLDERS, projectResources, SKILL_FOLDERS, TEMPLATE_FOLDERS } from "./project-resources.ts";
export type { ResourcePlaces } from "./project-resources.ts";
export type { Resources } from "./resources.ts";
