export { findProgram } from "./find-program.ts";
export { findRipgrep } from "./find-ripgrep.ts";
export { orphanGuardLoader } from "./load-orphan-guard.ts";
export { nodeWorkspace } from "./node-workspace.ts";
export type { NodeWorkspaceOptions } from "./node-workspace.ts";
export { findShell } from "./shell.ts";
