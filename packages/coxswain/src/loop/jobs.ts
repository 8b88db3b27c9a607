import type { AgentRef } from "./event.ts";

/** How a job ended. `failed`: with another code than 0, or by a signal that nobody here sent. `interrupted`: the process that it belonged to did. */
export type JobEnding = "done" | "failed" | "timeout" | "stopped" | "interrupted";

/** A command that goes on in the background of a session, or did. */
export interface JobInfo {
  /** Within the session, as `j1`. */
  readonly id: string;
  readonly command: string;
  readonly state: "running" | "ended";
  /** With `ended`. */
  readonly ending?: JobEnding;
  /** Milliseconds since the epoch at which it was begun. */
  readonly begunAt: number;
}

/** A job, and in words what came of it so far. */
export interface JobReport {
  readonly job: JobInfo;
  readonly text: string;
}

/** Which call begins, reads or ends a job. */
export interface JobCaller {
  readonly agent: AgentRef;
  readonly messageId: string;
  readonly callId: string;
  /** The folder that its commands run in, absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** What a job is to be. */
export interface JobStart {
  readonly command: string;
  /** Milliseconds until it is ended. */
  readonly timeout: number;
  /** Run without the sandbox. */
  readonly outside?: true;
}

/** Commands that outlive the call that began them. They belong to the root session, whichever of its agents began them. */
export interface Jobs {
  /** Whether they end with the run that goes on, and not only with the session. */
  readonly endWithRun: boolean;
  /** @throws {ToolError} when too many go on */
  begin(start: JobStart, by: JobCaller): Promise<JobInfo>;
  /** What it has written since this was last asked; of one that is over, what came of it. Waits so many seconds at most for it to be over. @throws {ToolError} */
  look(id: string, wait: number, by: JobCaller): Promise<JobReport>;
  /** Ends it, if it goes on, and says what came of it. @throws {ToolError} */
  stop(id: string, by: JobCaller): Promise<JobReport>;
}

/** Jobs as a call has them. */
export interface CallJobs {
  readonly endWithRun: boolean;
  begin(start: JobStart): Promise<JobInfo>;
  look(id: string, wait: number): Promise<JobReport>;
  stop(id: string): Promise<JobReport>;
}
