import type { AgentUsageEntry, JobEndEntry, JobStartEntry, TaskEndEntry, TaskInfo, TaskStartEntry } from "../journal/index.ts";
import type { JobInfo } from "../loop/index.ts";
import { addResponse, type AgentTotals, NO_TOTALS } from "./agent-totals.ts";
import type { JobBlock, TaskBlock } from "./block.ts";

/** A task that runs: its start, its last known state, and what its agent spent. */
interface OpenTask {
  readonly task: TaskInfo;
  readonly state: TaskInfo["state"];
  readonly totals: AgentTotals;
}

/** The tasks and jobs that run: entries report their starts and ends. */
export class BackgroundWork {
  readonly #tasks = new Map<string, OpenTask>();
  readonly #jobs = new Map<string, JobInfo>();

  get tasks(): readonly TaskInfo[] {
    return [...this.#tasks.values()].map(({ task, state }) => (task.state === state ? task : { ...task, state }));
  }

  get jobs(): readonly JobInfo[] {
    return [...this.#jobs.values()];
  }

  /** An event reports the state of a task that runs. */
  changeTask({ id, state }: TaskInfo): void {
    const open = this.#tasks.get(id);
    if (open !== undefined) this.#tasks.set(id, { ...open, state });
  }

  startTask({ id, at, task: number, agent, name, description, worktree }: TaskStartEntry): TaskBlock {
    const place = worktree === undefined ? {} : { worktree };
    const task: TaskInfo = { id: number, agent, name, description, state: "running", begunAt: at, ...place };
    this.#tasks.set(number, { task, state: task.state, totals: NO_TOTALS });
    return { kind: "task", id, at, settled: true, task, ...NO_TOTALS };
  }

  endTask({ id, at, task: number, ending }: TaskEndEntry): TaskBlock {
    const { task, totals } = this.#tasks.get(number) ?? {
      task: { id: number, agent: "", name: "", description: "", begunAt: at },
      totals: NO_TOTALS,
    };
    this.#tasks.delete(number);
    return { kind: "task", id, at, settled: true, task: { ...task, state: "done", ending }, ...totals };
  }

  startJob({ id, at, job: number, command }: JobStartEntry): JobBlock {
    const job: JobInfo = { id: number, command, state: "running", begunAt: at };
    this.#jobs.set(number, job);
    return { kind: "job", id, at, settled: true, job };
  }

  endJob({ id, at, job: number, ending, exitCode }: JobEndEntry): JobBlock {
    const { command, begunAt } = this.#jobs.get(number) ?? { command: "", begunAt: at };
    this.#jobs.delete(number);
    const job: JobInfo = { id: number, command, state: "ended", ending, begunAt };
    return { kind: "job", id, at, settled: true, job, ...(exitCode === undefined ? {} : { exitCode }) };
  }

  /** Adds a response of a task's agent. */
  addUsage(entry: AgentUsageEntry): void {
    for (const [id, open] of this.#tasks) {
      if (open.task.agent === entry.agent) this.#tasks.set(id, { ...open, totals: addResponse(open.totals, entry) });
    }
  }
}
