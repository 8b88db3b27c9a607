export { findProgram } from "./find-program.ts";
export { guarding } from "./guarding.ts";
export { nodeWorkspace, type NodeWorkspaceOptions } from "./node-workspace.ts";
export { findRipgrep } from "./find-ripgrep.ts";
export { findShell } from "./shell.ts";
