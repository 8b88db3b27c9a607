import type { AgentDefinition, PreservedSection } from "../../context/index.ts";
import type { AgentSetup, Queued, RunHook, Tool } from "../../loop/index.ts";
import type { Clock } from "../../base/index.ts";
import type { Models } from "../../model/index.ts";
import type { ResolvedAgentSetup } from "./agent-plan.ts";
import { SpawnQuota } from "./allowance.ts";
import { BackgroundTasks, type BackgroundTasksParts } from "./background-tasks.ts";
import { SemaphorePerDepth } from "./levels.ts";
import type { TaskOptions } from "./task-options.ts";
import { taskOutputTool } from "./task-output-tool.ts";
import { taskStopTool } from "./task-stop-tool.ts";
import { taskTool } from "./task-tool.ts";
import { taskNotices } from "./telling-hooks.ts";

export interface SessionTasksParts extends Omit<BackgroundTasksParts, "levels"> {
  readonly options: TaskOptions;
  readonly agents: readonly AgentDefinition[];
  readonly models: Models;
  readonly clock: Clock;
  /** Whether nothing was said that the live run is to be told. */
  readonly nothingSaid: () => boolean;
}

/** What a session and the agents below it give each other to do. */
export interface SessionTasks {
  /** For the model of the session, or of an agent below it, whose agents are planned thus. */
  tools(plan: (setup: AgentSetup) => Promise<ResolvedAgentSetup>): readonly Tool[];
  readonly background: BackgroundTasks;
  /** A run of the session itself begins, with these messages. */
  runBegins(messages: readonly Queued[]): void;
  /** Adds completion notices to that run. */
  readonly notices: RunHook;
  /** What a compaction must carry: which tasks go on. */
  carry(): PreservedSection | undefined;
}

export const sessionTasks = (parts: SessionTasksParts): SessionTasks => {
  const { options, agents, models, log, clock, nothingSaid } = parts;
  const { depth = 3, atOnce = 8, waiting = 32, perRun = 100, awaited = false, worktrees } = options;
  const levels = new SemaphorePerDepth({ atOnce, waiting });
  const allowance = new SpawnQuota(perRun);
  const background = new BackgroundTasks({ ...parts, levels });
  return {
    tools: (plan) => [
      taskTool({ agents, models, levels, allowance, depth, background, worktrees, plan }),
      taskOutputTool({ log, clock, background }),
      taskStopTool(background),
    ],
    background,
    runBegins: (messages) => allowance.runBegins(messages),
    notices: taskNotices({ background, awaited, nothingSaid }),
    carry() {
      const lines = background.going.map(({ info: { id, name, description, state } }) => `- ${id} (${name}: ${description}): ${state}`);
      return lines.length === 0 ? undefined : { name: "tasks", text: `Tasks that go on in the background:\n${lines.join("\n")}` };
    },
  };
};
