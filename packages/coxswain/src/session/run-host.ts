import type { Resources } from "../context/index.ts";
import type { HookRegistry } from "../hooks/index.ts";
import type { Clock, ContentStore } from "../base/index.ts";
import type { FileEvent, LanguageServers } from "../lsp/index.ts";
import type { StopCondition, Tool } from "../loop/index.ts";
import type { McpOffer } from "../mcp/index.ts";
import type { Models } from "../model/index.ts";
import type { Ask, SavedAnswers, Policy } from "../policy/index.ts";
import type { Ledger } from "../budget/index.ts";
import type { FolderScanner, Workspace } from "../workspace/index.ts";
import type { ParentContext, ChildSession, SpawnRequest } from "./agents/index.ts";
import type { Durability, EventStream } from "../journal/index.ts";
import type { InstructionFilesOptions } from "./instruction-files/index.ts";
import type { JobOptions, TaskOptions } from "../background/index.ts";

/** Language servers that a session shares with others of its folder. */
export interface SessionLanguageServers {
  readonly servers: LanguageServers;
  /** Sets the listener of sentences about servers that fail. */
  onWarning(listener: (message: string) => void): void;
  /** Notifies the running servers of all folders of changes on disk. */
  filesChanged(events: readonly FileEvent[]): void;
  /** Ends the servers unless another session uses them. Resolves when their processes have ended. Idempotent. */
  release(): Promise<void>;
}

/** The parts of a runtime that a session's runs use. */
export interface RunHost {
  readonly models: Models;
  /** Tools bound to the session's workspace. May change over time: the same list while the tools are the same. */
  readonly tools: readonly Tool[];
  readonly workspace: Workspace;
  readonly policy: Policy;
  readonly ask: Ask;
  /** Root session only: stored answers, which outlive the session. Default: none. */
  readonly answers?: SavedAnswers | undefined;
  /** Root session only: listens for answers of other processes, while a question is open. */
  listen?(): Disposable | undefined;
  /** Ledger of all sessions. Default: none. */
  readonly ledger?: Ledger | undefined;
  readonly stopWhen: readonly StopCondition[];
  /** Default: no instruction files are read. */
  readonly instructionFiles?: InstructionFilesOptions | undefined;
  /** Skills, prompt templates and agents. Default: none. */
  readonly resources?: Resources | undefined;
  /** The tools of MCP servers. Default: none. */
  readonly mcp?: McpOffer | undefined;
  /** Default: none. */
  readonly hooks?: HookRegistry | undefined;
  /** Default: agents have no task tools. */
  readonly tasks?: TaskOptions | undefined;
  readonly jobs?: JobOptions | undefined;
  /** Finds changes in the workspace's folder. Absent: changes of files are not recorded. */
  readonly scanner?: ((contents: ContentStore, stored: number) => FolderScanner | undefined) | undefined;
  /** Language servers of the workspace's folder. Default: none. */
  readonly lsp?: SessionLanguageServers | undefined;
  readonly durability: Durability;
  readonly clock: Clock;
  readonly now: () => number;
  /** The events of all sessions. */
  readonly events: EventStream;
  /** Sub-agents only: what the session gets from its ancestors. */
  readonly parent?: ParentContext | undefined;
  /**
   * Creates an agent's session.
   * @throws {BudgetError}
   * @throws {ClosedError}
   */
  spawn(request: SpawnRequest): Promise<ChildSession>;
}
