export { isIgnoredChange, isSameVersion } from "./file-version.ts";
export type {
  FileChange,
  FileVersion,
  FolderDigest,
  FolderVersion,
  LinkVersion,
  Omission,
  PathChange,
  PathVersion,
  RegularVersion,
} from "./file-version.ts";
export { FolderScanner } from "./folder-scanner.ts";
export type { FolderScannerOptions, ScanLimits } from "./folder-scanner.ts";
export type { Scan } from "./scan.ts";
export { folderScanners } from "./folder-scanners.ts";
export type { FolderScannersOptions } from "./folder-scanners.ts";
export { becomesEmpty, removeLeftover, removeRestoredFolder, restoreFile, restoreState } from "./restore-file.ts";
export type { RemovedPaths, RestoredFile, RestoreState } from "./restore-file.ts";
export { stateSince } from "./version-at.ts";
export type { StateSince } from "./version-at.ts";
