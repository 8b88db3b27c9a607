export { configuredPrograms } from "./configured-programs.ts";
export { hasRepository } from "./repository.ts";
export { projectIdentity } from "./project-identity.ts";
