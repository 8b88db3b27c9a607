import type { UserMessage } from "../model/index.ts";

const SOURCE = "task:";

/** Says in a message that it tells of a task. */
export const taskNoticeSource = (task: string): string => `${SOURCE}${task}`;

/** Whether a message tells of a task: nobody said it. */
export const isTaskNotice = ({ source }: Pick<UserMessage, "source">): boolean => source?.startsWith(SOURCE) === true;
