import {
  jobNoticeSource,
  taskNoticeSource,
  type JobEndEntry,
  type JobStartEntry,
  type TaskEndEntry,
  type TaskStartEntry,
} from "../journal/index.ts";
import type { Entry, Fold } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import type { Message } from "../model/index.ts";
import { isJobEntry, isTaskEntry } from "./entries.ts";

/** The tasks, or the jobs, of a session over all branches that are open, or whose end the model does not know. */
export interface BackgroundState<Open, Result> {
  /** Number that were ever started. */
  readonly started: number;
  /** Without an end in the log. */
  readonly open: readonly Open[];
  /** Ended, but the model has no notice of it yet. */
  readonly undelivered: readonly (Open & Result)[];
}

export type OpenTask = Pick<TaskStartEntry, "task" | "agent" | "name" | "description" | "worktree">;
export type TaskOutcome = Pick<TaskEndEntry, "ending" | "text">;
export type UndeliveredTask = OpenTask & TaskOutcome;

export type OpenJob = Pick<JobStartEntry, "id" | "job" | "command">;
export type JobOutcome = Pick<JobEndEntry, "ending" | "text">;
export type UndeliveredJob = OpenJob & JobOutcome;

/** The tools whose results report the end of a task. */
export const OUTPUT_TOOL = "task_output";
export const STOP_TOOL = "task_stop";

/** Message id of a task's completion notice. */
export const taskNoticeId = ({ agent }: OpenTask): string => `task-${agent}`;

/** Message id of a job's completion notice. */
export const jobNoticeId = ({ id }: OpenJob): string => `job-${id}`;

/** Properties that distinguish tasks from jobs in the log. */
interface Kind<Open, Result> {
  readonly name: string;
  readonly idOf: (open: Open) => string;
  readonly noticeId: (open: Open) => string;
  readonly noticeSource: (id: string) => string;
  /** Tools whose results report an end, and the `state` that their details have then. */
  readonly tools: readonly string[];
  readonly endedState: string;
  /** The part of an entry that the fold reads; undefined for entries of other kinds. */
  readonly changeOf: (entry: Entry) => Change<Open, Result> | undefined;
}

type Change<Open, Result> =
  | { readonly kind: "start"; readonly open: Open }
  | { readonly kind: "end"; readonly id: string; readonly result: Result };

const backgroundFold = <Open extends object, Result extends object>(kind: Kind<Open, Result>): Fold<BackgroundState<Open, Result>> => ({
  name: kind.name,
  initial: { started: 0, open: [], undelivered: [] },
  apply(state, entry) {
    const change = kind.changeOf(entry);
    if (change !== undefined) return applyChange(kind, state, change);
    if (state.undelivered.length + state.open.length === 0) return state;
    // Open ones count, too: if an end entry is lost, its notice is the proof that it ended. The notice itself may be damaged: its id is enough.
    const withoutNotice = <One extends Open>(all: readonly One[]) =>
      all.filter((one) => entry.id !== kind.noticeId(one) && !(isMessage(entry) && reportsEnd(kind, kind.idOf(one), entry.message)));
    const [undelivered, open] = [withoutNotice(state.undelivered), withoutNotice(state.open)];
    const isSame = undelivered.length === state.undelivered.length && open.length === state.open.length;
    return isSame ? state : { ...state, undelivered, open };
  },
});

const applyChange = <Open extends object, Result extends object>(
  kind: Kind<Open, Result>,
  state: BackgroundState<Open, Result>,
  change: Change<Open, Result>,
): BackgroundState<Open, Result> => {
  if (change.kind === "start") return { ...state, started: state.started + 1, open: [...state.open, change.open] };
  const ended = state.open.find((one) => kind.idOf(one) === change.id);
  if (ended === undefined) return state;
  const open = state.open.filter((one) => one !== ended);
  return { ...state, open, undelivered: [...state.undelivered, { ...ended, ...change.result }] };
};

/**
 * Returns whether a message informs the model of an end: it is the completion notice, or the result of a call that asked. A call of a
 * sub-agent is not in this log and does not count.
 */
const reportsEnd = <Open, Result>(kind: Kind<Open, Result>, id: string, message: Message): boolean => {
  if (message.role === "user") return message.source === kind.noticeSource(id);
  if (message.role !== "tool" || !kind.tools.includes(message.name)) return false;
  const details = (message.details ?? {}) as { readonly id?: unknown; readonly state?: unknown };
  return details.id === id && details.state === kind.endedState;
};

export const tasksState = backgroundFold<OpenTask, TaskOutcome>({
  name: "tasks",
  idOf: ({ task }) => task,
  noticeId: taskNoticeId,
  noticeSource: taskNoticeSource,
  tools: [OUTPUT_TOOL, STOP_TOOL],
  endedState: "done",
  changeOf(entry) {
    if (!isTaskEntry(entry)) return undefined;
    if (entry.type === "task_end") return { kind: "end", id: entry.task, result: { ending: entry.ending, text: entry.text } };
    const { task, agent, name, description, worktree } = entry;
    return { kind: "start", open: { task, agent, name, description, ...(worktree === undefined ? {} : { worktree }) } };
  },
});

export const jobsState = backgroundFold<OpenJob, JobOutcome>({
  name: "jobs",
  idOf: ({ job }) => job,
  noticeId: jobNoticeId,
  noticeSource: jobNoticeSource,
  tools: ["job_output", "job_kill"],
  endedState: "ended",
  changeOf(entry) {
    if (!isJobEntry(entry)) return undefined;
    if (entry.type === "job_end") return { kind: "end", id: entry.job, result: { ending: entry.ending, text: entry.text } };
    const { id, job, command } = entry;
    return { kind: "start", open: { id, job, command } };
  },
});
