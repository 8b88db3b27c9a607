import type { OptionTable } from "../argv/index.ts";
import { TASK_OPTIONS } from "./task-options.ts";

/** The options of a task that are settings as well. */
export const SETTING_OPTIONS = {
  model: TASK_OPTIONS.model,
  "small-model": TASK_OPTIONS["small-model"],
  thinking: TASK_OPTIONS.thinking,
  "fallback-model": TASK_OPTIONS["fallback-model"],
  allow: TASK_OPTIONS.allow,
  deny: TASK_OPTIONS.deny,
  mode: TASK_OPTIONS.mode,
  sandbox: TASK_OPTIONS.sandbox,
  "max-turns": TASK_OPTIONS["max-turns"],
  "max-budget-usd": TASK_OPTIONS["max-budget-usd"],
  "max-time": TASK_OPTIONS["max-time"],
  "no-titles": TASK_OPTIONS["no-titles"],
  "no-compaction": TASK_OPTIONS["no-compaction"],
} as const satisfies OptionTable;
