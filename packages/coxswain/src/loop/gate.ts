import type { ToolCallPart } from "../model/index.ts";
import type { Effect } from "./types.ts";

/** Something that a call wants to do, as resolved as its tool can say it. The loop does not look inside. */
export interface PermissionRequest {
  /** The tool's name, as rules name it. */
  readonly tool: string;
  readonly effect: Effect;
  /** What it is about, exactly: a command line, an absolute real path, a URL. */
  readonly subject: string;
  /** For paths: whether it lies in the session's folder, links resolved. */
  readonly inside?: boolean;
  /** For paths: other names of the same file, absolute, as the link by which it is named, and, of hard links, what the workspace knows: a secret. */
  readonly alsoKnownAs?: readonly string[];
  /** The subject is a command line for this shell. */
  readonly shell?: "bash";
  /**
   * Of a command line: true where it will run in a sandbox that lets it write only in the session's folder and reach no network but what
   * settings allow; false where it asks to run without the sandbox that is there; absent where there is none.
   */
  readonly confined?: boolean;
  /** For command lines: what they do. A session adds it, its paths resolved. */
  readonly effects?: CommandEffects;
}

/** `reason` goes to the model. `stop`: the calls after it in the same response are skipped. */
export type Verdict = { readonly kind: "allow" } | { readonly kind: "deny"; readonly reason: string; readonly stop?: boolean };

/** Decides whether a call may run. Waits as long as the one asked takes, unless the signal aborts. */
export interface Gate {
  /** `ask`: why it has to be asked even where it would be allowed; a clause, without a full stop. */
  check(call: ToolCallPart, requests: readonly PermissionRequest[], signal: AbortSignal, ask?: string): Promise<Verdict>;
}

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
