export { isSameVersion } from "./file-version.ts";
export type { FileChange, FileVersion, LinkVersion, Omission, RegularVersion } from "./file-version.ts";
export { FolderScanner } from "./folder-scanner.ts";
export type { FolderScannerOptions, ScanLimits } from "./folder-scanner.ts";
export type { Scan } from "./scan.ts";
export { folderScanners } from "./folder-scanners.ts";
export type { FolderScannersOptions } from "./folder-scanners.ts";
export { removeLeftover, removeRestoredFolder, restoreFile, restoreState } from "./restore-file.ts";
export type { RestoredFile } from "./restore-file.ts";
