import type { CommandArguments, TASK } from "../commands/index.ts";

/** What was given of the options of `cox "task"`. */
export type TaskValues = CommandArguments<typeof TASK>["values"];

/** Whether the task begins a session, and goes on with none. */
export const isNew = (values: TaskValues): boolean => values.resume === undefined && values.continue !== true;
