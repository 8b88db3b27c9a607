import type { Preserver } from "../compaction/index.ts";
import type { Log } from "../log/index.ts";
import type { JobInfo, Outcome, Queued, RunHook, Tools } from "../loop/index.ts";
import type { TaskInfo } from "../journal/index.ts";
import { noticeHook, jobsState, type SessionJobs, type SessionTasks } from "../background/index.ts";

/** The background work of a tree of agents, and what one of its sessions does about it. */
export interface Background {
  readonly jobs: SessionJobs;
  readonly tasks: SessionTasks | undefined;
  /** For the session's state. */
  readonly state: { readonly tasks: readonly TaskInfo[]; readonly jobs: readonly JobInfo[] };
  readonly preservers: readonly Preserver[];
  runBegins(messages: readonly Queued[]): void;
  /** Hooks that add completion notices to a run that offers these tools. */
  notices(tools: Tools): readonly RunHook[];
  runEnded(outcome: Outcome): void;
  stopTasks(reason: string): void;
  close(): Promise<unknown>;
}

/** In the root: it owns the jobs and tasks that any agent of the tree begins. */
export const ownBackground = (log: Log, jobs: SessionJobs, tasks: SessionTasks | undefined): Background => ({
  jobs,
  tasks,
  get state() {
    return { tasks: tasks?.background.all ?? [], jobs: jobs.all };
  },
  preservers: [() => tasks?.preserve(), () => jobs.preserve()],
  runBegins(messages) {
    tasks?.runBegins(messages);
    jobs.runBegins(messages);
  },
  notices(tools) {
    // A session that has no job tools, and never had any jobs, needs no notices.
    const hasJobs = tools.find("job_output") !== undefined || log.total(jobsState).started > 0;
    return [...(hasJobs ? [noticeHook(jobs)] : []), ...(tasks === undefined ? [] : [tasks.notices])];
  },
  runEnded(outcome) {
    jobs.runEnded(outcome);
    if (outcome.kind === "done") tasks?.background.wake();
  },
  stopTasks: (reason) => tasks?.background.stopAll(reason),
  close: () => Promise.allSettled([tasks?.background.close(), jobs.close()]),
});

/** In an agent's session: it begins jobs and tasks, and the root does all else. */
export const inheritedBackground = (jobs: SessionJobs, tasks: SessionTasks | undefined): Background => ({
  jobs,
  tasks,
  state: { tasks: [], jobs: [] },
  preservers: [],
  runBegins: () => undefined,
  notices: () => [],
  runEnded: () => undefined,
  stopTasks: () => undefined,
  close: () => Promise.resolve(),
});
