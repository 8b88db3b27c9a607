import type { Log } from "../log/index.ts";
import type { Tool } from "../loop/index.ts";
import type { EventStream, RecordedUserQuestions, SessionJournal } from "../journal/index.ts";
import type { Spending } from "../budget/index.ts";
import type { Compaction, SideModels } from "../compaction/index.ts";
import type { SessionAgents } from "./agents/index.ts";
import type { FileChanges, SessionChanges } from "./file-changes.ts";
import type { Forks } from "./forks.ts";
import type { Admissions, Inbox } from "./inbox/index.ts";
import type { SessionInstructions } from "./instruction-files/index.ts";
import type { ModelSource } from "./model-source.ts";
import type { OwnTools, ToolSet } from "./tool-set.ts";
import type { ModelFallback } from "./recovery/index.ts";
import type { SessionResources } from "./resources/index.ts";
import type { RunHost } from "./run-host.ts";
import type { Prompts, RestoredQueue, RunQueue } from "./runs/index.ts";
import type { Background } from "./session-background.ts";
import type { SessionScope } from "./session-scope.ts";
import type { AfterTurn } from "./shell/index.ts";
import type { Titles } from "./titles/index.ts";

/** First phase: the log, its streams, and the queues. */
export interface SessionRecord {
  readonly log: Log;
  readonly host: RunHost;
  readonly scope: SessionScope;
  readonly stream: EventStream;
  readonly journal: SessionJournal;
  readonly userQuestions: RecordedUserQuestions | undefined;
  readonly inbox: Inbox;
  readonly admissions: Admissions;
  readonly runs: RunQueue;
  readonly restored: RestoredQueue;
  /** The changes of the session and its agents in files. */
  readonly changes: FileChanges;
  /** The changes of the session itself. Undefined: they are not recorded. */
  readonly ownChanges: SessionChanges | undefined;
  readonly warn: (message: string) => void;
}

/** Second phase: models, and their spending limits. */
export interface SessionModels {
  readonly source: ModelSource;
  readonly spending: Spending;
  readonly fallback: ModelFallback;
  readonly side: SideModels;
}

/** Third phase: instructions and tools for the model, agents, and background work. */
export interface SessionTools {
  readonly resources: SessionResources;
  readonly instructions: SessionInstructions | undefined;
  readonly ownTools: OwnTools;
  /** All tool objects that the session may choose from. */
  readonly available: () => readonly Tool[];
  readonly tools: ToolSet;
  readonly agents: SessionAgents;
  readonly background: Background;
}

/** Last phase: prompts that start runs, and the work beside runs. */
export interface SessionRuns {
  readonly prompts: Prompts;
  readonly titles: Titles;
  readonly afterTurn: AfterTurn;
  readonly compaction: Compaction;
  readonly forks: Forks;
}

export interface SessionParts {
  readonly record: SessionRecord;
  readonly models: SessionModels;
  readonly tools: SessionTools;
  readonly runs: SessionRuns;
}
