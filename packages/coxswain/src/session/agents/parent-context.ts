import type { Draft, Entry } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import type { QuestionQueue } from "../../policy/index.ts";
import type { Ledger } from "../../budget/index.ts";
import type { AgentUsageEntry, SessionState, Setup, Upstream } from "../../journal/index.ts";
import type { SessionJobs, SessionTasks } from "../../background/index.ts";
import type { FileChanges } from "../file-changes.ts";
import type { CommandRecorder } from "./command-reports.ts";
import type { PromptInput, PromptOptions, Run } from "../runs/index.ts";

/** Parts that an agent's session receives from its ancestors. */
export interface ParentContext {
  /** Id of the agent that spawned this one. */
  readonly parent: string;
  /** Id of the session at the top of the tree. */
  readonly root: string;
  /** Depth of the agent: 1 below the root. */
  readonly depth: number;
  readonly name?: string | undefined;
  /** Aborts with the call or task that the agent works for, with the same reason. */
  readonly signal: AbortSignal;
  readonly events: Upstream;
  /** Counts a response's usage in the ancestors' sessions. */
  readonly count: (usage: Draft<AgentUsageEntry>) => void;
  /** Records a command in the root's log. */
  readonly recordCommand: CommandRecorder;
  /** Permission questions of the tree. */
  readonly asking: QuestionQueue;
  /** Spending counts in this ledger too. */
  readonly ledger: Ledger;
  /** Models that the parent knows, and the model object that the agent was given. */
  readonly models: Models;
  /** Tool objects that the agent or an ancestor was given. */
  readonly tools: readonly Tool[];
  /** Background tasks of the tree, which the root owns. */
  readonly tasks: SessionTasks | undefined;
  /** Background jobs of the tree, which the root owns. */
  readonly jobs: SessionJobs;
  /** The changes of files by the tree, which the root records. */
  readonly changes: FileChanges;
}

/** An agent's session, as the session that spawned it uses it. */
export interface ChildSession {
  readonly id: string;
  readonly state: SessionState;
  readonly entries: readonly Entry[];
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  prompt(input: PromptInput, options?: PromptOptions): Run;
  abort(reason?: string): void;
  close(): Promise<void>;
}

/** A request to spawn an agent's session. */
export interface SpawnRequest {
  readonly setup: Setup;
  /** Working folder, absolute. */
  readonly cwd: string;
  /** The session that spawns the agent, and the entry that it does so for. */
  readonly parent: { readonly session: string; readonly entry: string | null };
  readonly context: ParentContext;
}
