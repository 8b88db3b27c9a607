import type { UserMessage } from "../model/index.ts";

const SOURCE = "job:";

/** Says in a message that it tells of a job. */
export const jobNoticeSource = (job: string): string => `${SOURCE}${job}`;

/** Whether a message tells of a job: nobody said it. */
export const isJobNotice = ({ source }: Pick<UserMessage, "source">): boolean => source?.startsWith(SOURCE) === true;
