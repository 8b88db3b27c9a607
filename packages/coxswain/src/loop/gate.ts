import type { ToolCallPart } from "../model/index.ts";
import type { CommandEffects } from "./command-effects.ts";
import type { Effect } from "./effect.ts";

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
