export { gitReader, GitTimeoutError, ownGit } from "./own-git.ts";
export type { Git, GitReader } from "./own-git.ts";
