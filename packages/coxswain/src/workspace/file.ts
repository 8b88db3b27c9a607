/** A resolved path. */
export interface ResolvedPath {
  /** Absolute path. The links in its existing parts are resolved. */
  readonly path: string;
  /** True if the path is the root or below it. */
  readonly inside: boolean;
  /** True for a file of command output that this workspace has saved. */
  readonly savedOutput: boolean;
  /** Absolute paths of hard links to the same file, among those that the workspace knows (`protectedPaths`). Absent: none. */
  readonly alsoKnownAs?: readonly string[];
}

/** `other`: a FIFO, socket or device. */
export type FileKind = "file" | "folder" | "other";

export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Number of hard links. */
  readonly links: number;
  /** User id of the owner. Absent if the workspace has no users. */
  readonly owner?: number;
}

export interface FolderEntry {
  readonly name: string;
  /** Kind of the entry itself: a link is a `link`, regardless of its target. */
  readonly kind: FileKind | "link";
}
