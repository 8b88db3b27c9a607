import type { PreservedSection } from "../../context/index.ts";
import type { Log } from "../../log/index.ts";
import { type Clock, waitFor } from "../../base/index.ts";
import {
  type JobCaller,
  type JobEnding,
  type JobInfo,
  type JobReport,
  type Jobs,
  type JobStart,
  type Outcome,
  type Queued,
  ToolError,
} from "../../loop/index.ts";
import { commandResult, KEPT_OUTPUT, LIMITS, plainText } from "../../tools/index.ts";
import { isBelow, type ProcessEnd, type ProcessResult, type SpawnOptions, type Workspace } from "../../workspace/index.ts";
import { type SessionJournal, workingFolder } from "../../journal/index.ts";
import { SpawnQuota } from "../tasks/index.ts";
import { isOfJobs, type JobEndEntry, type JobStartEntry } from "./entries.ts";
import { Job } from "./job.ts";
import { jobsState } from "./jobs-state.ts";
import { INTERRUPTED_JOB, shortly, completionNotice } from "./told.ts";

/** How a session's commands in the background go. */
export interface JobOptions {
  /**
   * Whether they are ended at the end of each run, and the model is told so, as for a program that ends with its task. Default: false, they
   * end with the session.
   */
  readonly endWithRun?: boolean;
}

export interface SessionJobsParts {
  readonly options: JobOptions;
  readonly log: Log;
  readonly journal: SessionJournal;
  /** Of the root: what it started lives as long as the session is open. */
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly now: () => number;
  /** Whether a message waits to be told. */
  readonly waits: (messageId: string) => boolean;
  /** Begins a run that tells of a job, unless one goes on. */
  readonly wake: (queued: Queued) => void;
}

/** Jobs that may be begun until a person, or a program, says something again: the ends of some may begin others. */
const IN_ALL = 200;
/** How many jobs that are over are at hand. */
const REMEMBERED = 64;

/** The commands that go on in the background of a session: whoever of its agents began them, they belong to it, and to no run. */
export class SessionJobs implements Jobs {
  readonly #parts: SessionJobsParts;
  readonly #jobs = new Map<string, Job>();
  readonly #allowance = new SpawnQuota(IN_ALL);
  #closed = false;

  constructor(parts: SessionJobsParts) {
    this.#parts = parts;
  }

  /** Those of this process, the first one first. */
  get all(): readonly JobInfo[] {
    return [...this.#jobs.values()].map(({ info }) => info);
  }

  /** What the model is still to be told, and waits nowhere else. */
  get owed(): readonly Queued[] {
    const { log, waits } = this.#parts;
    const { owed } = log.total(jobsState);
    return owed.length === 0 ? [] : owed.map(completionNotice).filter(({ id }) => !waits(id));
  }

  get endWithRun(): boolean {
    return this.#parts.options.endWithRun === true;
  }

  async begin({ command, timeout, ...where }: JobStart, { agent, cwd }: JobCaller): Promise<JobInfo> {
    const { log, journal, now } = this.#parts;
    const going = this.#going;
    if (this.#closed) throw new ToolError("The session is being closed; nothing is begun.");
    if (going.length >= LIMITS.job_kill.jobs)
      throw new ToolError(`${going.length} jobs go on already:\n${listOf(going)}\nEnd one with job_kill.`);
    if (!this.#allowance.take())
      throw new ToolError(
        `${IN_ALL} jobs were begun by now, and nobody has said anything: run it without background, or say what is left undone.`,
      );
    const id = `j${log.total(jobsState).begun + 1}`;
    const job = new Job({ id, command, cwd, begunAt: now(), by: agent.id });
    this.#jobs.set(id, job);
    this.#letGo();
    const by = agent.id === journal.agent.id ? {} : { by: agent.id };
    try {
      await journal.append<JobStartEntry>({ type: "job_start", job: id, command, cwd, ...by });
    } catch (error) {
      // Nothing may go on that is not recorded.
      this.#jobs.delete(id);
      job.end("failed", "");
      throw error;
    }
    // The session's own folder is the workspace's, by whichever name it is known.
    const folder = cwd === workingFolder(log) ? {} : { cwd };
    void this.#run(job, { ...folder, timeout, ...where });
    journal.emit({ type: "job_change", job: job.info });
    return job.info;
  }

  async look(id: string, wait: number, { signal }: JobCaller): Promise<JobReport> {
    const job = this.#jobs.get(id);
    if (job === undefined) return this.#past(id);
    if (wait > 0 && job.ending === undefined) await waitFor(wait, job.over, this.#parts.clock, signal);
    if (job.ending === undefined) return { job: job.info, text: unreadText(job) };
    return { job: job.info, text: job.text };
  }

  async stop(id: string, by: JobCaller): Promise<JobReport> {
    const job = this.#jobs.get(id);
    if (job === undefined) return this.#past(id);
    if (by.agent.depth > 0 && job.parts.by !== by.agent.id) throw new ToolError(`The job ${id} is not one that you began.`);
    job.stop();
    await job.over;
    return this.look(id, 0, by);
  }

  /** The ids of those that go on in a folder, or below it. */
  goingIn(folder: string): readonly string[] {
    return this.#going.filter(({ parts }) => isBelow(folder, parts.cwd)).map(({ parts }) => parts.id);
  }

  /** A run of the session begins. */
  runBegins(messages: readonly Queued[]): void {
    this.#allowance.runBegins(messages);
  }

  /** A run of the session has ended. */
  runEnded(outcome: Outcome): void {
    if (this.endWithRun) for (const job of this.#going) job.stop();
    else if (outcome.kind === "done") this.wake();
  }

  /** What no process runs any more, since a crash cut it short, is over. */
  async closeInterrupted(): Promise<void> {
    const { log, journal } = this.#parts;
    for (const { job } of log.total(jobsState).open) {
      if (this.#jobs.has(job)) continue;
      await journal.append<JobEndEntry>({ type: "job_end", job, ending: "interrupted", text: INTERRUPTED_JOB });
    }
  }

  /** Tells of what is over and was not told, by a run of its own. */
  wake(): void {
    const [first] = this.#closed || this.endWithRun ? [] : this.owed;
    if (first !== undefined) this.#parts.wake(first);
  }

  /** What a compaction must carry: which jobs go on. */
  carry(): PreservedSection | undefined {
    const going = this.#going;
    return going.length === 0 ? undefined : { name: "jobs", text: `Commands that go on in the background:\n${listOf(going)}` };
  }

  /** Ends all that go on. */
  async close(): Promise<void> {
    this.#closed = true;
    const going = this.#going;
    for (const job of going) job.stop();
    await Promise.all(going.map(({ over }) => over));
  }

  get #going(): readonly Job[] {
    return [...this.#jobs.values()].filter(({ ending }) => ending === undefined);
  }

  async #run(job: Job, how: Pick<SpawnOptions, "cwd" | "timeout" | "outside">): Promise<void> {
    const { journal, workspace } = this.#parts;
    const { id, command } = job.parts;
    const onOutput = (text: string): void => job.unread.push(text);
    const { ending, text } = await workspace
      .spawn(command, { ...how, signal: job.signal, keep: KEPT_OUTPUT, onOutput })
      .then(endOf, failure);
    // What the store does not take is a fact all the same, and a session that is closed takes none.
    await journal.append<JobEndEntry>({ type: "job_end", job: id, ending, text }).catch(() => undefined);
    job.end(ending, text);
    journal.emit({ type: "job_change", job: job.info });
    this.wake();
  }

  /** One that an earlier process began. */
  async #past(id: string): Promise<JobReport> {
    const { log } = this.#parts;
    await log.complete();
    const ofIt = log.entries.filter(isOfJobs).filter(({ job }) => job === id);
    const start = ofIt.find((entry) => entry.type === "job_start");
    const end = ofIt.find((entry) => entry.type === "job_end");
    if (start === undefined || end === undefined) throw this.#unknown(id);
    return { job: { id, command: start.command, state: "ended", ending: end.ending, begunAt: start.at }, text: end.text };
  }

  #unknown(id: string): ToolError {
    const names = [...this.#jobs.keys()];
    return new ToolError(`There is no job ${id}. ${names.length === 0 ? "None was begun." : `Jobs are ${names.join(", ")}.`}`);
  }

  #letGo(): void {
    const over = [...this.#jobs.values()].filter(({ ending }) => ending !== undefined);
    for (const { parts } of over.slice(0, Math.max(0, over.length - REMEMBERED))) this.#jobs.delete(parts.id);
  }
}

const listOf = (jobs: readonly Job[]): string => jobs.map(({ parts: { id, command } }) => `- ${id}: ${shortly(command)}`).join("\n");

const unreadText = ({ unread }: Job): string => {
  const { text, dropped } = unread.take();
  if (text === "") return "It goes on, and has written nothing new.";
  const before = dropped === 0 ? "" : `[${dropped} characters before this are not shown; all is told when it is over]\n`;
  return `It goes on. New output:\n${before}${plainText(text).trimEnd()}`;
};

const ENDINGS: Readonly<Record<ProcessEnd["kind"], JobEnding>> = { exit: "done", killed: "failed", timeout: "timeout", aborted: "stopped" };

const endOf = (result: ProcessResult): { readonly ending: JobEnding; readonly text: string } => {
  const { end } = result;
  const { content } = commandResult(result);
  const ending = end.kind === "exit" && end.code !== 0 ? "failed" : ENDINGS[end.kind];
  return { ending, text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n") };
};

const failure = (error: unknown): { readonly ending: JobEnding; readonly text: string } => ({
  ending: "failed",
  text: error instanceof Error ? error.message : String(error),
});
