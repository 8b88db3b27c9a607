import type { ToolCallPart } from "../model/index.ts";
import type { Effect } from "./types.ts";

/** An action that a call requests, resolved as far as its tool can. The loop passes it on unread. */
export interface PermissionRequest {
  /** The name of the tool in permission rules. */
  readonly tool: string;
  readonly effect: Effect;
  /** The exact object of the action: a command line, an absolute real path, a URL. */
  readonly subject: string;
  /**
   * For subjects that others may change, such as a tool of a server: identifies their current version. An answer that
   * is saved allows this version alone. Letters and digits.
   */
  readonly version?: string;
  /** For paths: true if it is in the session's folder, with links resolved. */
  readonly inside?: boolean;
  /** For paths: other absolute names of the same file, for example the link that the call named, or a hard link that is a known secret. */
  readonly alsoKnownAs?: readonly string[];
  /** The subject is a command line for this shell. */
  readonly shell?: "bash";
  /**
   * For command lines: true if the command runs in a sandbox, where it can write only in the session's folder and reach only the
   * network that settings allow; false if it requests to run outside of the sandbox, or if the sandbox could not be tested; absent where
   * there is no sandbox.
   */
  readonly confined?: boolean;
  /** Reason to ask about it in every mode, even if a rule allows it: a clause. Default: policies decide. */
  readonly ask?: string;
  /** For paths: the change that the call makes to the file, as a unified diff, if the arguments do not show it. For information. */
  readonly preview?: string;
  /** For command lines: their effects. The session adds them, with paths resolved. */
  readonly effects?: CommandEffects;
}

/** `reason` goes to the model. `stop` skips the later calls of the same response. */
export type Verdict = { readonly kind: "allow" } | { readonly kind: "deny"; readonly reason: string; readonly stop?: boolean };

/** Decides whether a call may run. Waits for the user's answer without a timeout, unless the signal aborts. */
export interface Gate {
  /** `ask` forces a permission request with this reason, even where the call would be allowed. A clause, without a full stop. */
  check(call: ToolCallPart, requests: readonly PermissionRequest[], signal: AbortSignal, ask?: string): Promise<Verdict>;
}

/** A word of a command, as far as it can be determined before the command runs. */
export interface CommandWord {
  /**
   * `known`: exactly this text. `guess`: possibly this text. `pattern`: the names of the files that match, or the pattern itself.
   * `unknown`: this prefix with an unknown rest.
   */
  readonly kind: "known" | "guess" | "pattern" | "unknown";
  readonly text: string;
}

/** Reason that a command may do more than its words show, or that a part of it cannot be determined. */
export interface UnresolvedReason {
  /** A clause. */
  readonly reason: string;
  /** Index of the word in question; absent if it is not a word of the command. */
  readonly at?: number;
}

/** One simple command of a command line. */
export interface ShellCommand {
  /** The program and its arguments. Empty if only `inside` is relevant. */
  readonly words: readonly CommandWord[];
  /** For a command that runs another one, for example `timeout 5 npm test`: index of the other one's first word. 0: not among its words. */
  readonly wraps?: number;
  /** The commands that it runs. */
  readonly inside: readonly ShellCommand[];
  readonly unresolved: readonly UnresolvedReason[];
  /** Strings that the program may run as commands or as code: its arguments, and standard input that is part of the line. */
  readonly texts?: readonly string[];
  /** Possibly it does not run at all; an unresolved reason of another command states this. */
  readonly guess?: true;
}

/** A file or folder that a command line names. */
export interface PathUse {
  /** As written, `~` for the home directory; absolute with links resolved once the workspace has resolved it. */
  readonly path: string;
  readonly use: "read" | "write" | "either";
  /** Opened by the shell itself, for example by `> file`; otherwise an argument of a program. */
  readonly redirect?: true;
  /** If it is a folder, includes everything below it: removed, moved, copied, searched, unpacked into. */
  readonly whole?: true;
  /** A folder that is read as a whole, and may contain files with secrets. */
  readonly holdsSecrets?: true;
  /** Applies only if this path is a folder: the path inside of it that a file copied to it gets. */
  readonly within?: string;
  /** True if it is in the session's folder; absent before the workspace has resolved it. */
  readonly inside?: boolean;
}

/** The effects of a command line, as far as they can be read from it. */
export interface CommandEffects {
  readonly commands: readonly ShellCommand[];
  readonly paths: readonly PathUse[];
  /** Hosts in the command line, in lower case. */
  readonly hosts: readonly string[];
  /** Parts of the line that cannot be parsed or determined; a clause each. */
  readonly unresolved: readonly string[];
  /**
   * Reasons why programs of the line that only read, such as git, run other programs because of configuration that the line
   * does not show; a clause each. Absent before the workspace has looked, or if it cannot.
   */
  readonly configured?: readonly { readonly program: string; readonly reason: string }[];
}
