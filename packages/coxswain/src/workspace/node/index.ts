export { findProgram, findRipgrep, findShell } from "./find-program.ts";
export { orphanGuardLoader } from "./load-orphan-guard.ts";
export { nodeWorkspace, type NodeWorkspaceOptions } from "./node-workspace.ts";
