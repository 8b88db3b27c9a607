import type { OptionValues } from "../argv/index.ts";
import type { TASK_OPTIONS } from "../options/index.ts";

/** What was given of the options of `cox "task"`. */
export type TaskValues = OptionValues<typeof TASK_OPTIONS>;

/** Whether the task begins a session, and goes on with none. */
export const isNew = (values: TaskValues): boolean => values.resume === undefined && values.continue !== true;
