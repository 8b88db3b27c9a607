import type { CommandArguments, TASK } from "../commands/index.ts";

/** The option values of `cox "task"`. */
export type TaskValues = CommandArguments<typeof TASK>["values"];

/** Returns whether the task starts a new session. */
export const isNew = (values: TaskValues): boolean => values.resume === undefined && values.continue !== true;
