export { configuredPrograms } from "./configured-programs.ts";
export { indexEntries } from "./git-index.ts";
export type { IndexEntry } from "./git-index.ts";
export { findRepository, hasRepository, readSmallFile } from "./repository.ts";
export type { Repository } from "./repository.ts";
export { projectIdentity } from "./project-identity.ts";
