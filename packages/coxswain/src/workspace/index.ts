export { cleanLine, cleanText, withoutHidden } from "./clean-text.ts";
export type { CodeFileEdits, CodePlace, CodePosition, CodeProblem, CodeRange, CodeService, CodeSymbol } from "./code-service.ts";
export type { Confinement } from "./confinement.ts";
export { FileError, ProcessError, SearchError, WorktreeError } from "./errors.ts";
export type { FileErrorCode } from "./errors.ts";
export type { FileKind, FileStat, FolderEntry, ResolvedPath } from "./file.ts";
export { isBelow } from "./is-below.ts";
export { hostAddresses } from "./network/index.ts";
export type { HostAddresses, Resolving } from "./network/index.ts";
export { findRipgrep, findShell, orphanGuardLoader, nodeWorkspace, startService } from "./node/index.ts";
export type { NodeWorkspaceOptions, OrphanGuardLoader, ServiceExit, ServiceOptions, ServiceProcess } from "./node/index.ts";
export { pathLocks } from "./path-locks.ts";
export type { PathLocks } from "./path-locks.ts";
export type { ProcessEnd, ProcessOutput, ProcessResult, SavedOutput, SpawnOptions } from "./process.ts";
export type { ProgramOptions, Programs, RunningProgram } from "./programs.ts";
export { hasRepository, projectIdentity } from "./project/index.ts";
export type { SandboxOptions } from "./sandbox/index.ts";
export type { FileQuery, FoundFile, FoundLine, TextQuery } from "./search.ts";
export { systemTimers } from "./timers.ts";
export type { Timers } from "./timers.ts";
export type { Workspace } from "./workspace.ts";
export { gitWorktrees } from "./worktrees/index.ts";
export type { GitWorktreesOptions, Worktree, WorktreeEnd, Worktrees } from "./worktrees/index.ts";
export {
  becomesEmpty,
  FolderScanner,
  folderScanners,
  isIgnoredChange,
  isSameVersion,
  removeLeftover,
  removeRestoredFolder,
  restoreFile,
  restoreState,
  stateSince,
} from "./versions/index.ts";
export type { FolderScannersOptions } from "./versions/index.ts";
export type {
  FileChange,
  FileVersion,
  FolderDigest,
  FolderScannerOptions,
  FolderVersion,
  LinkVersion,
  Omission,
  PathChange,
  PathVersion,
  RegularVersion,
  RestoredFile,
  RemovedPaths,
  RestoreState,
  Scan,
  ScanLimits,
  StateSince,
} from "./versions/index.ts";
export { gitReader } from "./git/index.ts";
export type { GitReader } from "./git/index.ts";
