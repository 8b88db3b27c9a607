export type { FileKind, FileStat, FolderEntry, Place } from "./file.ts";
export { FileError, type FileErrorCode, ProcessError, SearchError } from "./errors.ts";
export type { ProcessEnd, ProcessOutput, ProcessResult, SpawnOptions } from "./process.ts";
export type { FileQuery, FoundFile, FoundLine, TextQuery } from "./search.ts";
export type { Timers } from "./timers.ts";
export { type PathLocks, pathLocks } from "./path-locks.ts";
export { projectIdentity } from "./project/index.ts";
export type { Workspace } from "./workspace.ts";
export { findRipgrep, findShell, guarding, nodeWorkspace, type NodeWorkspaceOptions } from "./node/index.ts";
