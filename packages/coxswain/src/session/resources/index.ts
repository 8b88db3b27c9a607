export { readingFolders, SessionResources } from "./session-resources.ts";
export { UnknownSkillError } from "./unknown-skill-error.ts";
