import type { OptionValues } from "../argv/index.ts";
import type { TASK_OPTIONS } from "../options/index.ts";

/** What was given of the options of `cox "task"`. */
export type TaskValues = OptionValues<typeof TASK_OPTIONS>;
