import type { Entry } from "../../log/index.ts";
import type { JobEnding } from "../../loop/index.ts";

/** A command goes on in the background of the session from here on. */
export interface JobStartEntry extends Entry {
  readonly type: "job_start";
  /** Names it within the session, as `j1`. */
  readonly job: string;
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Id of the agent that began it, where that is one below this session. */
  readonly by?: string;
}

/** It goes on no more. */
export interface JobEndEntry extends Entry {
  readonly type: "job_end";
  readonly job: string;
  readonly ending: JobEnding;
  /** What came of it, as the model is told it. */
  readonly text: string;
}

/** An entry about jobs: they are those of the session that began them, and go along with no fork of it. */
export type JobEntry = JobStartEntry | JobEndEntry;

export const isOfJobs = (entry: Entry): entry is JobEntry => entry.type === "job_start" || entry.type === "job_end";
