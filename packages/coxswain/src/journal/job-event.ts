import type { JobInfo } from "../loop/index.ts";

/** A command in the background has begun, or has ended. */
export interface JobEvent {
  readonly type: "job_change";
  readonly job: JobInfo;
}
