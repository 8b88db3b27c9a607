/** Where a path leads. */
export interface Place {
  /** Absolute; the links of every part that exists are resolved. */
  readonly path: string;
  /** Whether it is the root or lies below it. */
  readonly inside: boolean;
  /** Whether it is output of a command that this workspace kept. */
  readonly keptOutput: boolean;
  /** Other names of the same file, absolute, of those that the workspace knows (`known`): hard links. Absent: none. */
  readonly alsoKnownAs?: readonly string[];
}

/** `other`: a fifo, a socket or a device. */
export type FileKind = "file" | "folder" | "other";

export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** How many names the file has. */
  readonly links: number;
  /** The number of the user that it belongs to. Absent: this workspace knows of none. */
  readonly owner?: number;
}

export interface FolderEntry {
  readonly name: string;
  /** Of the entry itself: a link is a `link`, wherever it leads. */
  readonly kind: FileKind | "link";
}
