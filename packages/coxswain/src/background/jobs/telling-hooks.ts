import type { HookMessages, RunHook } from "../../loop/index.ts";
import type { SessionJobs } from "./session-jobs.ts";

/** Adds the completion notices of jobs to a run, before its next request and at its end. */
export const jobNotices = (jobs: SessionJobs): RunHook => {
  const notices = async (): Promise<HookMessages> => {
    await jobs.closeInterrupted();
    return { tell: jobs.owed };
  };
  return { turnStart: notices, turnEnd: notices };
};
