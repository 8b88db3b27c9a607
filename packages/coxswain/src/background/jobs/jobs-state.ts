import type { Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { Message } from "../../model/index.ts";
import { jobNoticeSource } from "../../journal/index.ts";
import { isOfJobs, type JobEndEntry, type JobEntry, type JobStartEntry } from "./entries.ts";

/** A job that has no end in the log. */
type OpenJob = Pick<JobStartEntry, "id" | "job" | "command">;

/** One that has ended, which the model was not told yet. */
export type OwedJob = OpenJob & Pick<JobEndEntry, "ending" | "text">;

/** The jobs of a session that something is still to be done about, over all branches. */
export interface JobsState {
  /** How many were ever begun. */
  readonly begun: number;
  readonly open: readonly OpenJob[];
  readonly owed: readonly OwedJob[];
}

export const jobsState: Fold<JobsState> = {
  name: "jobs",
  initial: { begun: 0, open: [], owed: [] },
  apply(state, entry) {
    if (isOfJobs(entry)) return applied(state, entry);
    if (state.owed.length + state.open.length === 0) return state;
    // What is damaged counts, too: one whose end is lost is over if the model was told so, and it was told by what has that id.
    const untold = <One extends OpenJob>(all: readonly One[]) =>
      all.filter((one) => entry.id !== noticeId(one) && !(isMessage(entry) && saysWhatCameOf(one.job, entry.message)));
    const [owed, open] = [untold(state.owed), untold(state.open)];
    const isSame = owed.length === state.owed.length && open.length === state.open.length;
    return isSame ? state : { ...state, owed, open };
  },
};

const applied = (state: JobsState, entry: JobEntry): JobsState => {
  switch (entry.type) {
    case "job_start": {
      const { id, job, command } = entry;
      return { ...state, begun: state.begun + 1, open: [...state.open, { id, job, command }] };
    }
    case "job_end": {
      const { job, ending, text } = entry;
      const ended = state.open.find((one) => one.job === job);
      if (ended === undefined) return state;
      return { ...state, open: state.open.filter((one) => one !== ended), owed: [...state.owed, { ...ended, ending, text }] };
    }
  }
};

/** Of the message that tells what came of one. */
export const noticeId = ({ id }: OpenJob): string => `job-${id}`;

/** Whether by this message the model knows what came of a job: it is told, or has asked. What an agent below has asked for is no message of the session. */
const saysWhatCameOf = (job: string, message: Message): boolean => {
  if (message.role === "user") return message.source === jobNoticeSource(job);
  if (message.role !== "tool" || (message.name !== "job_output" && message.name !== "job_kill")) return false;
  const { id, state } = (message.details ?? {}) as { readonly id?: unknown; readonly state?: unknown };
  return id === job && state === "ended";
};
