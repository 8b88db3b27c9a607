import type { ContentStore } from "../../base/index.ts";
import { gitReader } from "../git/index.ts";
import { FolderScanner, LIMITS, type ScanLimits } from "./folder-scanner.ts";

export interface FolderScannersOptions {
  /** Locates git and the user's git settings. Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Returns true for files (absolute paths) with secrets, whose content is not stored. Default: none. */
  readonly isSecret?: (path: string) => boolean;
  /** Default: the system's clock. */
  readonly now?: () => number;
  readonly limits?: Partial<ScanLimits>;
}

/**
 * Returns the scanners of folders of this machine. None for a home folder, for its parents, and for the root of a file system.
 * `stored`: bytes that were stored for the session before, which count against its limit.
 */
export const folderScanners = ({ env = process.env, isSecret = () => false, now = Date.now, limits = {} }: FolderScannersOptions = {}) => {
  const { bytes = LIMITS.bytes, gitTime = LIMITS.gitTime } = limits;
  const git = gitReader(env, gitTime);
  return (root: string, contents: ContentStore, stored = 0): FolderScanner | undefined => {
    if (FolderScanner.refusal(root) !== undefined) return undefined;
    return new FolderScanner({ root, contents, git, isSecret, now, limits: { ...limits, bytes: bytes - stored } });
  };
};
