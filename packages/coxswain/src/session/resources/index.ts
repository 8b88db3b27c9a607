export { readingFolders } from "./reading-folders.ts";
export { SessionResources } from "./session-resources.ts";
export { UnknownSkillError } from "./unknown-skill-error.ts";
