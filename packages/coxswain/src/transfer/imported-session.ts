import type { Entry, Header } from "../log/index.ts";
import type { Masking } from "../policy/index.ts";
import type { Origin } from "./import-entry.ts";

/** A file's lines without their ends, from the first; undefined for one that cannot be read. It is read more than once. */
export type ReadLines = () => AsyncIterable<string | undefined>;

export interface ImportOptions {
  /** Which program wrote it. Default: what its content shows. */
  readonly from?: Origin | undefined;
  /** What a folder's project is called: see `projectIdentity`. Default: sessions of other programs have none. */
  readonly project?: (cwd: string) => string | undefined;
  /**
   * What is masked in a session of another program, as `masking()`. An export of our own was masked when it was written.
   * Default: nothing.
   */
  readonly mask?: Masking;
  /** For a session that does not say where it was begun. */
  readonly cwd: string;
  /** For a session that does not say when it was begun. Milliseconds since the epoch. */
  readonly now: number;
}

/** A session as it will stand in the log, not stored yet. */
export interface ImportedSession {
  readonly from: Origin;
  readonly header: Header;
  /** In the order of the log, to be read once. Whenever the same file is imported they are the same, with the same ids. */
  entries(): AsyncGenerator<Entry>;
  /** What could not be carried over, counted by its kind. Complete once the entries were read to their end. */
  readonly left: Readonly<Record<string, number>>;
}
