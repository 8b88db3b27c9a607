import type { JobEndEntry, JobStartEntry, TaskEndEntry, TaskStartEntry } from "../journal/index.ts";
import type { Entry } from "../log/index.ts";

export type TaskEntry = TaskStartEntry | TaskEndEntry;

export type JobEntry = JobStartEntry | JobEndEntry;

export const isTaskEntry = (entry: Entry): entry is TaskEntry => entry.type === "task_start" || entry.type === "task_end";

export const isJobEntry = (entry: Entry): entry is JobEntry => entry.type === "job_start" || entry.type === "job_end";

/** Entries about tasks and jobs belong to the session that started them: a fork does not copy them. */
export const isBackgroundEntry = (entry: Entry): entry is TaskEntry | JobEntry => isTaskEntry(entry) || isJobEntry(entry);
