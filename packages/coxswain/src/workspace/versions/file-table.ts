/** Files at one moment, or those of several scans that share most of them. */
export interface TableBase<File> {
  /** Milliseconds since the epoch: all files were compared with the disk since then. */
  readonly at: number;
  /** By path. */
  readonly files: ReadonlyMap<string, File>;
}

/** Files by path: those of a base, which tables share, and the differences from it. */
export class FileTable<File> {
  readonly base: TableBase<File>;
  /** Undefined: a file of the base that no longer exists. */
  readonly #changes: ReadonlyMap<string, File | undefined>;

  /** @param changes files that differ from the base; equal ones are dropped */
  constructor(base: TableBase<File>, changes: ReadonlyMap<string, File | undefined> = new Map()) {
    this.base = base;
    this.#changes = new Map([...changes].filter(([path, file]) => base.files.get(path) !== file));
  }

  get(path: string): File | undefined {
    return this.#changes.has(path) ? this.#changes.get(path) : this.base.files.get(path);
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  /** Iterates over the files, in no particular order. */
  *entries(): IterableIterator<readonly [string, File]> {
    for (const entry of this.base.files) if (!this.#changes.has(entry[0])) yield entry;
    for (const [path, file] of this.#changes) if (file !== undefined) yield [path, file];
  }

  /** Returns a table with these files. Undefined: the file does not exist. */
  with(changes: ReadonlyMap<string, File | undefined>): FileTable<File> {
    return new FileTable(this.base, new Map([...this.#changes, ...changes]));
  }

  /** Returns a table of the same files, all of them in its base. */
  rebased(at: number): FileTable<File> {
    return new FileTable({ at, files: new Map(this.entries()) });
  }

  /** Returns the paths whose files are not the same objects in both tables. Fast if they share a base. */
  differing(other: FileTable<File>): readonly string[] {
    const mayDiffer =
      this.base === other.base
        ? [...this.#changes.keys(), ...other.#changes.keys()]
        : [...this.entries(), ...other.entries()].map(([path]) => path);
    return [...new Set(mayDiffer)].filter((path) => this.get(path) !== other.get(path));
  }
}
