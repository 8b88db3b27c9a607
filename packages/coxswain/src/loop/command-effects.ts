/** A word of a command, as far as it can be known before the command runs. */
export interface CommandWord {
  /**
   * `known`: it is this. `guess`: it may be this. `pattern`: the names of files that match this, or this itself. `unknown`: it begins with this, and
   * nobody knows how it goes on.
   */
  readonly kind: "known" | "guess" | "pattern" | "unknown";
  readonly text: string;
}

/** Why a command does more than its words say, or what of it cannot be known. */
export interface UnresolvedReason {
  /** A clause. */
  readonly reason: string;
  /** The word that it is about, by its place; absent where it is about what stands in no word of the command. */
  readonly at?: number;
}

/** One simple command of a line. */
export interface ShellCommand {
  /** The program and its arguments. Empty where only what it runs is told. */
  readonly words: readonly CommandWord[];
  /** Of a command that runs another one, as `timeout 5 npm test`: at which word that begins. 0: the other one is not in its words. */
  readonly wraps?: number;
  /** What it runs. */
  readonly inside: readonly ShellCommand[];
  readonly unresolved: readonly UnresolvedReason[];
  /** Nobody knows whether it is run; another command's doubt says so. */
  readonly guess?: true;
}

/** A file or folder that a line names. */
export interface PathUse {
  /** As it is written, `~` for the home; absolute with its links resolved once a workspace has seen it. */
  readonly path: string;
  readonly use: "read" | "write" | "either";
  /** Opened by the shell itself, as `> file`; else an argument of a program. */
  readonly redirect?: true;
  /** With all that lies below it, where it is a folder: removed, moved, copied, searched, unpacked into. */
  readonly whole?: true;
  /** It is so only where this is a folder: what is copied to it comes to lie in it. */
  readonly within?: string;
  /** Whether it lies in the session's folder; absent before a workspace has seen it. */
  readonly inside?: boolean;
}

/** What a command line does, as far as it can be read out of it. */
export interface CommandEffects {
  readonly commands: readonly ShellCommand[];
  readonly paths: readonly PathUse[];
  /** Hosts that it names, in lower case. */
  readonly hosts: readonly string[];
  /** What of the line as a whole cannot be read or known; a clause each. */
  readonly unresolved: readonly string[];
}
