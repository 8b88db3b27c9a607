import type { Clock } from "../base/index.ts";
import type { AgentDefinition, PreservedSection } from "../context/index.ts";
import { type AgentSetup, type Queued, type RunHook, type SubAgent, type Tool, ToolError } from "../loop/index.ts";
import type { Models } from "../model/index.ts";
import type { Worktrees } from "../workspace/index.ts";
import type { ResolvedAgentSetup } from "./background-task.ts";
import { BackgroundTasks, type BackgroundTasksParts, type TaskSpawn } from "./background-tasks.ts";
import { noticeHook } from "./notice-hook.ts";
import { SemaphorePerDepth } from "./semaphore.ts";
import { SpawnQuota } from "./spawn-quota.ts";
import { TASK_OUTPUT, TASK_STOP, taskOutputTool, taskStopTool } from "./task-status-tools.ts";
import { taskTool, taskToolSpec } from "./task-tool.ts";

/** Options of the tasks that agents start. */
export interface TaskOptions {
  /** Levels of sub-agents below a session. Default: 3. */
  readonly depth?: number;
  /** Number of agents of one level that work at a time; others wait. Default: 8. */
  readonly atOnce?: number;
  /** Number of agents of one level that may wait; more are refused. Default: 32. */
  readonly waiting?: number;
  /** Number of tasks that a run and all its sub-agents may start together; more are refused. Default: 100. */
  readonly perRun?: number;
  /**
   * If true, a run does not end before its background tasks. If false, each task that ends while no run is active starts a run that
   * delivers its notice. Default: false.
   */
  readonly awaited?: boolean;
  /** Creates working trees for agents that ask for their own. Default: none, and such tasks are refused. */
  readonly worktrees?: Worktrees;
}

interface SessionTasksParts extends Omit<BackgroundTasksParts, "levels" | "spawn"> {
  readonly options: TaskOptions;
  readonly agents: readonly AgentDefinition[];
  readonly models: Models;
  readonly clock: Clock;
  /** Spawns an agent for a task. The agent may start tasks in `tasks`. */
  readonly spawn: (plan: ResolvedAgentSetup, work: TaskSpawn & { readonly tasks: SessionTasks }) => Promise<SubAgent>;
  /** Returns whether no message waits for the active run. */
  readonly isInboxEmpty: () => boolean;
}

/** The tasks of a root session and its sub-agents. */
export class SessionTasks {
  readonly background: BackgroundTasks;
  /** Adds completion notices to a run of the root session. */
  readonly notices: RunHook;
  readonly #parts: SessionTasksParts;
  readonly #levels: SemaphorePerDepth;
  readonly #quota: SpawnQuota;

  constructor(parts: SessionTasksParts) {
    const { options, spawn, isInboxEmpty } = parts;
    const { atOnce = 8, waiting = 32, perRun = 100, awaited = false } = options;
    this.#parts = parts;
    this.#levels = new SemaphorePerDepth({ atOnce, waiting });
    this.#quota = new SpawnQuota(perRun);
    const background = new BackgroundTasks({
      ...parts,
      levels: this.#levels,
      spawn: (plan, work) => spawn(plan, { ...work, tasks: this }),
    });
    this.background = background;
    this.notices = noticeHook(background, awaited ? (signal) => untilNotice(background, isInboxEmpty, signal) : undefined);
  }

  /** Returns the tools for one agent of the tree. `plan` resolves the setups of its sub-agents. */
  tools(plan: (setup: AgentSetup) => Promise<ResolvedAgentSetup>): readonly Tool[] {
    const { agents, models, log, clock, options } = this.#parts;
    const { depth = 3, worktrees } = options;
    const { background } = this;
    return [
      taskTool({ agents, models, levels: this.#levels, quota: this.#quota, depth, background, worktrees, plan }),
      taskOutputTool({ log, clock, background }),
      taskStopTool(background),
    ];
  }

  /** A run of the root session begins with these messages. */
  runBegins(messages: readonly Queued[]): void {
    this.#quota.runBegins(messages);
  }

  /** Preserves the list of running tasks on compaction. */
  preserve(): PreservedSection | undefined {
    const lines = this.background.running.map(
      ({ info: { id, name, description, state } }) => `- ${id} (${name}: ${description}): ${state}`,
    );
    return lines.length === 0 ? undefined : { name: "tasks", text: `Tasks running in the background:\n${lines.join("\n")}` };
  }
}

/** Waits until there is a notice or a message to continue with, or no task is running. */
const untilNotice = async (background: BackgroundTasks, isInboxEmpty: () => boolean, signal: AbortSignal): Promise<void> => {
  while (background.running.length > 0 && background.undelivered.length === 0 && isInboxEmpty() && !signal.aborted)
    await background.nextChange(signal);
};

/** The tools as a model sees them, for callers that only inspect a session. Their calls fail. */
export const inspectionTools = (agents: readonly AgentDefinition[]): readonly Tool[] =>
  [taskToolSpec(agents), TASK_OUTPUT, TASK_STOP].map((spec) => ({ ...spec, execute: refuse }));

const refuse = (): Promise<never> => Promise.reject(new ToolError("A session that is only inspected cannot call tools."));
