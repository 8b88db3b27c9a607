/** The content of a file or a link at one moment. */
export type FileVersion = RegularVersion | LinkVersion;

/** The content of a path at one moment. */
export type PathVersion = FileVersion | FolderVersion;

export interface RegularVersion {
  readonly kind: "file";
  /** Permission bits. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Name of the content in the content store: `sha256-` and the hash of the bytes. Absent if it was never read. */
  readonly content?: string;
  /** The reason why the content store does not have the content. Absent: it has. */
  readonly omitted?: Omission;
}

/** A symbolic link. */
export interface LinkVersion {
  readonly kind: "link";
  readonly target: string;
  /** Git ignores the link. Absent: it does not. */
  readonly omitted?: "ignored";
}

/**
 * A folder that is compared as a whole: of packages or caches, or with many files that git ignores. Its path ends with a slash. It is
 * never restored.
 */
export interface FolderVersion {
  readonly kind: "folder";
  /** Absent: its files were compared one by one, and many of them have changed. */
  readonly digest?: FolderDigest;
}

/** A hash of the names, modes, sizes, inodes and times of entries of a folder. */
export interface FolderDigest {
  /** `sha256-` and the hash. */
  readonly hash: string;
  /** Number of entries after which it ends, level by level. */
  readonly most: number;
}

/**
 * `large`: over the size limit. `many`: over the number of files per scan. `budget`: over the limit of the session. `ignored`: git
 * ignores the file. `secret`: it may have secrets. `unlisted`: the file was at another path, where its content is not stored.
 * `unreadable`: the file could not be read. `unstored`: the store failed, as on a full disk. `lost`: the content is no longer where it
 * was, such as an object that git has deleted.
 */
export type Omission = "large" | "many" | "budget" | "ignored" | "secret" | "unlisted" | "unreadable" | "unstored" | "lost";

/** The change of a file or a link. Undefined: nothing was there. */
export interface FileChange {
  /** Absolute, without links in the folders above. */
  readonly path: string;
  readonly before?: FileVersion | undefined;
  readonly after?: FileVersion | undefined;
}

/** The change of a path, also of a folder that is compared as a whole. Undefined: nothing was there. */
export interface PathChange {
  /** Absolute, without links in the folders above. A folder ends with a slash. */
  readonly path: string;
  readonly before?: PathVersion | undefined;
  readonly after?: PathVersion | undefined;
}

/** Returns whether two versions are equal. False if either has unknown content, or they differ. */
export const isSameVersion = (one: PathVersion | undefined, other: PathVersion | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === "folder" || other.kind === "folder") {
    return one.kind === "folder" && other.kind === "folder" && isSameDigest(one.digest, other.digest);
  }
  if (one.kind === "link" || other.kind === "link") return one.kind === "link" && other.kind === "link" && one.target === other.target;
  return one.mode === other.mode && one.content !== undefined && one.content === other.content;
};

/** False if either is unknown. */
const isSameDigest = (one: FolderDigest | undefined, other: FolderDigest | undefined): boolean =>
  one !== undefined && one.hash === other?.hash && one.most === other.most;

/** Returns whether a change is of something that git ignores, or of a folder that is compared as a whole. */
export const isIgnoredChange = ({ before, after }: Pick<PathChange, "before" | "after">): boolean =>
  [before, after].some((version) => version?.kind === "folder" || version?.omitted === "ignored");
