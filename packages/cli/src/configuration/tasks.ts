import { join } from "node:path";
import { type TaskOptions } from "coxswain/session";
import { gitWorktrees } from "coxswain/tools";
import type { Configuration } from "./configure.ts";

/** Where agents that work apart have their working trees: not within any repository. */
export const worktreesFolder = ({ home }: Pick<Configuration, "home">): string => join(home.data, "worktrees");

/**
 * How agents are given tasks; undefined: not at all. A run waits for those in its background: with the program they would end
 * too.
 */
export const taskOptions = (configuration: Configuration): TaskOptions | undefined => {
  const { tasks = {} } = configuration.settings;
  if (tasks.depth === 0) return undefined;
  return { ...tasks, awaited: true, worktrees: gitWorktrees({ folder: worktreesFolder(configuration), env: configuration.providers.env }) };
};

/** The tools that these bring. */
export const TASK_TOOLS = ["task", "task_output", "task_stop"] as const;
