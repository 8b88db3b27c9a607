/** A folder of a package's source. */
export interface Layer {
  /** Purpose in one line. */
  readonly about: string;
  /** Folders that it may import besides itself. */
  readonly imports: readonly string[];
  /** True if it must not import Node. */
  readonly pure?: true;
}

/** Layers by folder. `.` stands for the files beside the folders. */
export type Layers = Readonly<Record<string, Layer>>;
