import { join } from "node:path";
import { type TaskOptions } from "coxswain/session";
import { gitWorktrees } from "coxswain/tools";
import type { Configuration } from "./configure.ts";

/** The folder for agents' worktrees, outside any repository. */
export const worktreesFolder = ({ home }: Pick<Configuration, "home">): string => join(home.data, "worktrees");

/**
 * Options for tasks; undefined when tasks are disabled. A run waits for its background tasks, because they would end
 * with the process.
 */
export const taskOptions = (configuration: Configuration): TaskOptions | undefined => {
  const { tasks = {} } = configuration.settings;
  if (tasks.depth === 0) return undefined;
  return { ...tasks, awaited: true, worktrees: gitWorktrees({ folder: worktreesFolder(configuration), env: configuration.providers.env }) };
};

/** The tools of tasks. */
export const TASK_TOOLS = ["task", "task_output", "task_stop"] as const;
