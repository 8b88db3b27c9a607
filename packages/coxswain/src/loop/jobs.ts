import type { AgentRef } from "./event.ts";

/** The end of a job. `failed`: a non-zero exit code, or a signal from outside. `interrupted`: the session's process ended. */
export type JobEnding = "done" | "failed" | "timeout" | "stopped" | "interrupted";

/** A background command of a session, running or ended. */
export interface JobInfo {
  /** Unique in the session, for example `j1`. */
  readonly id: string;
  readonly command: string;
  readonly state: "running" | "ended";
  /** Only with `ended`. */
  readonly ending?: JobEnding;
  /** Start time, in milliseconds since the epoch. */
  readonly begunAt: number;
}

/** A job, and a description of its output or its end. */
export interface JobReport {
  readonly job: JobInfo;
  readonly text: string;
}

/** The call that starts, reads or stops a job. */
export interface JobCaller {
  readonly agent: AgentRef;
  readonly messageId: string;
  readonly callId: string;
  /** The folder that its commands run in, absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Options of a new job. */
export interface JobStart {
  readonly command: string;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  /** Run without the sandbox. */
  readonly outside?: true;
}

/** Commands that outlive the call that started them. They belong to the root session, whichever agent started them. */
export interface Jobs {
  /** True if they end with the current run, not only with the session. */
  readonly endWithRun: boolean;
  /** @throws {ToolError} too many jobs are running */
  start(start: JobStart, by: JobCaller): Promise<JobInfo>;
  /**
   * Returns the output since the last call, or, for an ended job, its result. Waits at most `wait` seconds for its end.
   * @throws {ToolError}
   */
  read(id: string, wait: number, by: JobCaller): Promise<JobReport>;
  /** Stops it if it is running, and returns its result. @throws {ToolError} */
  stop(id: string, by: JobCaller): Promise<JobReport>;
}

/** The jobs of a session, for one call. */
export interface CallJobs {
  readonly endWithRun: boolean;
  start(start: JobStart): Promise<JobInfo>;
  read(id: string, wait: number): Promise<JobReport>;
  stop(id: string): Promise<JobReport>;
}
