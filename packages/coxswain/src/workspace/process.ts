import type { Confinement } from "./confinement.ts";
import type { MovedAway } from "./sandbox/index.ts";

export interface SpawnOptions {
  /** Default: the workspace's root. A confined command outside of the root can write here instead of in the root. */
  readonly cwd?: string;
  /** Added unfiltered to the workspace's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds until the process group is killed. Default: 120,000. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Runs without the workspace's sandbox: for commands that the user wrote or approved. */
  readonly outside?: true;
  /** Bytes of output retained from its start and from its end. Default: 15,000 each. */
  readonly keep?: { readonly head: number; readonly tail: number };
  /**
   * String for standard input, which then ends. Standard error is then captured separately as `errors`, and long output
   * is not saved to a file. Default: no standard input.
   */
  readonly input?: string;
  /**
   * Receives output as it arrives: standard output and standard error in the order of writing, in whole characters.
   * Must not throw.
   */
  readonly onOutput?: (text: string) => void;
}

/** End of a command. `killed`: by a signal that the workspace did not send. */
export type ProcessEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timeout"; readonly after: number }
  | { readonly kind: "aborted" };

export interface ProcessResult {
  readonly end: ProcessEnd;
  readonly output: ProcessOutput;
  /** Standard error, if the command had input. */
  readonly errors?: ProcessOutput;
  /** Duration in milliseconds. */
  readonly duration: number;
  /** Id of its process group. Absent if it was aborted before it started. */
  readonly group?: number;
  /** Its confinement, if it was confined. */
  readonly confinement?: Confinement;
  /** Files that a confined command created where programs would run them automatically. Each was renamed. */
  readonly movedAway?: readonly MovedAway[];
  /**
   * Connections that were refused while a confined command ran, one per line. Programs rarely report why a connection
   * failed.
   */
  readonly refused?: readonly string[];
  /** True if a process that it started still runs. That process's further output is lost. */
  readonly background: boolean;
}

/** A file with saved output. `complete`: false if its end was cut at the size limit. */
export interface SavedOutput {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly complete: boolean;
}

/** Output as a string. Bytes that are not UTF-8 are replaced. */
export interface ProcessOutput {
  /** The whole output, or its start if `omitted` is not 0. */
  readonly head: string;
  /** The end of the output if `omitted` is not 0, otherwise empty. */
  readonly tail: string;
  /** Number of bytes between `head` and `tail`. */
  readonly omitted: number;
  /** Total number of bytes. */
  readonly bytes: number;
  /** Total number of lines, if some is omitted and the workspace counts them. */
  readonly lines?: number;
  /** File with the whole output, if some is omitted and the workspace saves output. */
  readonly file?: SavedOutput;
  /** Reason why the file is missing or incomplete although the workspace saves output. */
  readonly fileError?: string;
}
