import type { UserMessage } from "../model/index.ts";

type Sourced = Pick<UserMessage, "source">;

/** `source` of a job's completion notice. */
export const jobNoticeSource = (job: string): string => `job:${job}`;

/** `source` of a task's completion notice. */
export const taskNoticeSource = (task: string): string => `task:${task}`;

/** Returns whether a message is the completion notice of a job: no user or caller wrote it. */
export const isJobNotice = ({ source }: Sourced): boolean => source?.startsWith("job:") === true;

/** Returns whether a message is the completion notice of a task. */
export const isTaskNotice = ({ source }: Sourced): boolean => source?.startsWith("task:") === true;
