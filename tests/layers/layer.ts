/** A folder of a package's source. */
export interface Layer {
  /** What it is for, in one line. */
  readonly about: string;
  /** The folders it may import, besides itself. */
  readonly imports: readonly string[];
  /** Imports nothing of Node. */
  readonly pure?: true;
}

/** Folder → what it may import. `.` is the package's own top: the files that lie in no folder. */
export type Layers = Readonly<Record<string, Layer>>;
