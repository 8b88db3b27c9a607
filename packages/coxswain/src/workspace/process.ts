import type { Confinement } from "./confinement.ts";
import type { MovedAway } from "./sandbox/index.ts";

export interface SpawnOptions {
  /** Default: the workspace's root. Of a confined command it is where it may write, in the root's place, unless it lies in there. */
  readonly cwd?: string;
  /** Added to the workspace's environment as it stands, without any filter. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds until the group is ended. Default: 120,000. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Run without the workspace's sandbox: what the person wrote, or agreed to. */
  readonly outside?: true;
  /** Bytes of the output held from its start and from its end. Default: 15,000 each. */
  readonly keep?: { readonly head: number; readonly tail: number };
  /**
   * Given on standard input, which then ends. Standard error is told apart then, as `errors`, and what is too long is kept
   * nowhere. Default: no standard input.
   */
  readonly input?: string;
  /** Takes output as it comes: standard output and error in the order of writing, whole characters. Must not throw. */
  readonly onOutput?: (text: string) => void;
}

/** How a command ended. `killed` is a signal that did not come from the workspace. */
export type ProcessEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timeout"; readonly after: number }
  | { readonly kind: "aborted" };

export interface ProcessResult {
  readonly end: ProcessEnd;
  readonly output: ProcessOutput;
  /** Standard error, of a command that was given input. */
  readonly errors?: ProcessOutput;
  /** Milliseconds that it took. */
  readonly duration: number;
  /** Id of the process group that it ran in; absent when it was aborted before it began. */
  readonly group?: number;
  /** What it was confined by, if it was. */
  readonly confinement?: Confinement;
  /** What it had made, confined, where things run code by themselves: each lies under another name now. */
  readonly movedAway?: readonly MovedAway[];
  /** What was refused of the network while it ran, confined, a line each: programs seldom say why a connection failed. */
  readonly refused?: readonly string[];
  /** Whether something that it started still runs. What that writes from now on is lost. */
  readonly background: boolean;
}

/** Output as text; bytes that are no UTF-8 are replaced. */
export interface ProcessOutput {
  /** All of it, or its start when `omitted` is not 0. */
  readonly head: string;
  /** Its end when `omitted` is not 0, else empty. */
  readonly tail: string;
  /** Bytes between `head` and `tail`. */
  readonly omitted: number;
  /** Bytes in all. */
  readonly bytes: number;
  /** Where the whole output is, when some is omitted and the workspace keeps it. */
  readonly file?: { readonly path: string; readonly bytes: number; readonly complete: boolean };
  /** Why there is no file although the workspace keeps output, or why it is not complete. */
  readonly fileError?: string;
}
