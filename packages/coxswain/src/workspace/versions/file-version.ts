/** The content of a path at one moment. */
export type FileVersion = RegularVersion | LinkVersion;

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
}

/**
 * `large`: over the size limit. `many`: over the number of files per scan. `budget`: over the limit of the session. `ignored`: git
 * ignores the file. `secret`: it may have secrets. `unlisted`: the file was ignored then, or in a folder that is skipped.
 * `unreadable`: the file could not be read. `unstored`: the store failed, as on a full disk. `lost`: the content is no longer where it was, such as an object that git has deleted.
 */
export type Omission = "large" | "many" | "budget" | "ignored" | "secret" | "unlisted" | "unreadable" | "unstored" | "lost";

/** The change of one path. Undefined: nothing was there. */
export interface FileChange {
  /** Absolute, without links in the folders above. */
  readonly path: string;
  readonly before?: FileVersion | undefined;
  readonly after?: FileVersion | undefined;
}

/** Returns whether two versions are equal. False if either has unknown content, or they differ. */
export const isSameVersion = (one: FileVersion | undefined, other: FileVersion | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === "link" || other.kind === "link") return one.kind === "link" && other.kind === "link" && one.target === other.target;
  return one.mode === other.mode && one.content !== undefined && one.content === other.content;
};
