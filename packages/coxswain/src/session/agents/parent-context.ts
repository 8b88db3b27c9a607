import type { Draft, Entry } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import type { Asking } from "../../policy/index.ts";
import type { Ledger } from "../../budget/index.ts";
import type { AgentUsageEntry, SessionState, Setup, Upstream } from "../../journal/index.ts";
import type { SessionJobs, SessionTasks } from "../../background/index.ts";
import type { PromptInput, PromptOptions, Run } from "../runs/index.ts";

/** What the session of an agent has of those above it, for as long as it works for them. A root has none. */
export interface ParentContext {
  /** Id of the agent that made it. */
  readonly parent: string;
  /** Id of the session at the top of the tree. */
  readonly root: string;
  /** Its own: 1 below the root. */
  readonly depth: number;
  readonly name?: string | undefined;
  /** Ends its run when what it works for ends, with the same reason. */
  readonly signal: AbortSignal;
  readonly events: Upstream;
  /** Counts there what a response took here. */
  readonly count: (usage: Draft<AgentUsageEntry>) => void;
  /** Whose questions it waits for. */
  readonly asking: Asking;
  /** What it spends is spent there as well. */
  readonly ledger: Ledger;
  /** The models that its parent knows, and the one that it was given as it is. */
  readonly models: Models;
  /** Tools that it, or one above it, was given as they are. */
  readonly tools: readonly Tool[];
  /** Tasks belong to the root, whichever of its agents begins them. */
  readonly tasks: SessionTasks | undefined;
  /** Jobs do as well. */
  readonly jobs: SessionJobs;
}

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
