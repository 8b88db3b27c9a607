import type { Entry, Header } from "../log/index.ts";
import type { Masking } from "../policy/index.ts";

/**
 * Reads the lines of a file from the start, without line ends; undefined for an unreadable line. It is called more than
 * once.
 */
export type ReadLines = () => AsyncIterable<string | undefined>;

export interface ImportOptions {
  /** Source program. Default: detected from the content. */
  readonly from?: Origin | undefined;
  /** Returns the project name of a folder: see `projectIdentity`. Default: sessions of other programs have none. */
  readonly project?: (cwd: string) => string | undefined;
  /**
   * Masks content of a session of another program, for example `masking()`. Exports of this program were masked when
   * written.
   * Default: no masking.
   */
  readonly mask?: Masking;
  /** Folder for a session without one. */
  readonly cwd: string;
  /** Current time, and the start time of a session without any time. Milliseconds since the epoch. */
  readonly now: number;
}

/** A converted session that is not stored yet. */
export interface ImportedSession {
  readonly from: Origin;
  readonly header: Header;
  /** Time of its last entry, or now if that is in the future. Milliseconds since the epoch. */
  readonly until: number;
  /**
   * Yields the entries in log order; can be read only once. Imports of the same file yield the same entries and ids.
   */
  entries(): AsyncGenerator<Entry>;
  /** Counts of skipped content by kind. Complete after all entries were read. */
  readonly left: Readonly<Record<string, number>>;
}

/** Programs whose session files can be imported. */
export const ORIGINS = ["coxswain", "pi", "claude", "codex"] as const;
export type Origin = (typeof ORIGINS)[number];
