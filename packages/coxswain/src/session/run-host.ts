import type { Resources } from "../context/index.ts";
import type { HookRegistry } from "../hooks/index.ts";
import type { Clock } from "../base/index.ts";
import type { StopCondition, Tool } from "../loop/index.ts";
import type { Models } from "../model/index.ts";
import type { Ask, SavedAnswers, Policy } from "../policy/index.ts";
import type { Ledger } from "../budget/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { ParentContext, ChildSession, SpawnRequest } from "./agents/index.ts";
import type { Durability, EventStream } from "../journal/index.ts";
import type { InstructionFilesOptions } from "./instruction-files/index.ts";
import type { JobOptions, TaskOptions } from "../background/index.ts";

/** What a session's runs are given by its runtime. */
export interface RunHost {
  readonly models: Models;
  /** Bound to the session's workspace. Others later on, where some come and go: the same list for as long as none did. */
  readonly tools: readonly Tool[];
  readonly workspace: Workspace;
  readonly policy: Policy;
  readonly ask: Ask;
  /** Answers that outlive the session; absent: none do. Of a root. */
  readonly answers?: SavedAnswers | undefined;
  /** Listens for what other processes answer, until it is disposed of: while a question is open. Of a root. */
  listen?(): Disposable | undefined;
  /** What all sessions together may spend; absent: nobody counts it. */
  readonly ledger?: Ledger | undefined;
  readonly stopWhen: readonly StopCondition[];
  /** Absent: no files for agents are read. */
  readonly instructionFiles?: InstructionFilesOptions | undefined;
  /** What can be said or loaded by name; absent: nothing. */
  readonly resources?: Resources | undefined;
  /** Absent: nobody has a say in runs besides the policy. */
  readonly hooks?: HookRegistry | undefined;
  /** Absent: agents are given no tasks by name. */
  readonly tasks?: TaskOptions | undefined;
  readonly jobs?: JobOptions | undefined;
  readonly durability: Durability;
  readonly clock: Clock;
  readonly now: () => number;
  /** The events of all sessions, as they arrive. */
  readonly events: EventStream;
  /** Of the session of an agent that works for another: what it has of those above it. */
  readonly parent?: ParentContext | undefined;
  /**
   * Makes a session for an agent.
   * @throws {BudgetError}
   * @throws {ClosedError}
   */
  spawn(birth: SpawnRequest): Promise<ChildSession>;
}
