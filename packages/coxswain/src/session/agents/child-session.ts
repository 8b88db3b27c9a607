import type { Draft, Entry } from "../../log/index.ts";
import type { PromptInput, PromptOptions, Run } from "../runs/index.ts";
import type { SessionState, Setup } from "../../journal/index.ts";
import type { ParentContext } from "./above.ts";

/** The session of an agent, as the one that made it has it. */
export interface ChildSession {
  readonly id: string;
  readonly state: SessionState;
  readonly entries: readonly Entry[];
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  prompt(input: PromptInput, options?: PromptOptions): Run;
  abort(reason?: string): void;
  close(): Promise<void>;
}

/** What a session for an agent is made of. */
export interface SpawnRequest {
  readonly setup: Setup;
  /** The folder that it works in, absolute. */
  readonly cwd: string;
  /** The session that makes it, and the entry that it is made for. */
  readonly parent: { readonly session: string; readonly entry: string | null };
  readonly context: ParentContext;
}
