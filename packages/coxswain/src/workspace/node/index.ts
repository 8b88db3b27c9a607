export { asFileError } from "./file-error.ts";
export { type FolderHandle, makeFolder, openFolderHandle } from "./folder-handle.ts";
export { findProgram, findRipgrep, findShell } from "./find-program.ts";
export { type OrphanGuardLoader, orphanGuardLoader } from "./load-orphan-guard.ts";
export { nodeWorkspace, type NodeWorkspaceOptions } from "./node-workspace.ts";
export { type ServiceExit, type ServiceOptions, type ServiceProcess, startService } from "./service-process.ts";
