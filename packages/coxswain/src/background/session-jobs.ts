import { type Clock, errorText, waitFor } from "../base/index.ts";
import type { Recording } from "../changes/index.ts";
import type { PreservedSection } from "../context/index.ts";
import { type SessionJournal, workingFolder, type JobEndEntry, type JobStartEntry } from "../journal/index.ts";
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
} from "../loop/index.ts";
import { commandResult, OUTPUT_LIMITS, LIMITS, plainText } from "../tools/index.ts";
import { isBelow, type ProcessEnd, type ProcessResult, type SpawnOptions, type Workspace } from "../workspace/index.ts";
import { BackgroundList, type DeliveryParts } from "./background-list.ts";
import { type JobOutcome, jobsState, type OpenJob } from "./background-state.ts";
import { INTERRUPTED_JOB, jobNotice, shortCommand } from "./completion-notice.ts";
import { isJobEntry } from "./entries.ts";
import { Job } from "./job.ts";
import { SpawnQuota } from "./spawn-quota.ts";

/** Options of a session's background commands. */
export interface JobOptions {
  /**
   * Stop them at the end of each run, and inform the model of that: for a program that ends with its task. Default: false, they stop
   * with the session.
   */
  readonly endWithRun?: boolean;
}

export interface SessionJobsParts extends DeliveryParts {
  readonly options: JobOptions;
  readonly journal: SessionJournal;
  /** The root session's workspace: processes that it spawned live as long as the session is open. */
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly now: () => number;
  /** Records what a job changes in files, from now on. */
  readonly recordChanges: (job: string, by: JobCaller) => Promise<Recording>;
}

/** Number of jobs between two prompts: the end of a job may start others. */
const QUOTA = 200;

/** The background commands of a session. They belong to the session, not to a run, regardless of which of its agents started them. */
export class SessionJobs implements Jobs {
  readonly #parts: SessionJobsParts;
  readonly #list: BackgroundList<Job, OpenJob, JobOutcome>;
  readonly #quota = new SpawnQuota(QUOTA);

  constructor(parts: SessionJobsParts) {
    const { log, journal, isQueued, wake } = parts;
    this.#parts = parts;
    this.#list = new BackgroundList({
      log,
      isQueued,
      wake,
      fold: jobsState,
      idOf: ({ job }) => job,
      notice: jobNotice,
      recordInterrupted: ({ job }) => journal.append<JobEndEntry>({ type: "job_end", job, ending: "interrupted", text: INTERRUPTED_JOB }),
    });
  }

  /** Jobs of this process, oldest first. */
  get all(): readonly JobInfo[] {
    return this.#list.all.map(({ info }) => info);
  }

  /** Notices that the model has not received and that are not queued. */
  get undelivered(): readonly Queued[] {
    return this.#list.undelivered;
  }

  get endWithRun(): boolean {
    return this.#parts.options.endWithRun === true;
  }

  /** Returns a job of this process. */
  find(id: string): Job | undefined {
    return this.#list.find(id);
  }

  async start({ command, timeout, ...where }: JobStart, caller: JobCaller): Promise<JobInfo> {
    const { agent, cwd } = caller;
    const { log, journal, now } = this.#parts;
    const { running } = this.#list;
    if (this.#list.isClosed) throw new ToolError("The session is closing; the command was not started.");
    if (running.length >= LIMITS.job_kill.jobs)
      throw new ToolError(`${running.length} jobs are running already:\n${listOf(running)}\nStop one with job_kill.`);
    if (!this.#quota.take())
      throw new ToolError(
        `The limit of ${QUOTA} jobs for this prompt is reached. Run the command without background, or list the unfinished parts.`,
      );
    const id = `j${this.#list.nextNumber}`;
    const job = new Job({ id, command, cwd, begunAt: now(), by: agent.id });
    this.#list.add(job);
    const by = agent.id === journal.agent.id ? {} : { by: agent.id };
    try {
      await journal.append<JobStartEntry>({ type: "job_start", job: id, command, cwd, ...by });
    } catch (error) {
      // Nothing may run that is not recorded.
      this.#list.remove(job);
      job.end("failed", "");
      throw error;
    }
    const recording = await this.#parts.recordChanges(id, caller);
    // The workspace already runs in the session's folder, whose path may differ by a symbolic link.
    const folder = cwd === workingFolder(log) ? {} : { cwd };
    void this.#run(job, { ...folder, timeout, ...where }, recording);
    journal.emit({ type: "job_change", job: job.info });
    return job.info;
  }

  async read(id: string, wait: number, { signal }: JobCaller): Promise<JobReport> {
    const job = this.#list.find(id);
    if (job === undefined) return this.#reportPast(id);
    if (wait > 0 && !job.isOver) await waitFor(wait, job.over, this.#parts.clock, signal);
    return { job: job.info, text: job.isOver ? job.text : unreadText(job) };
  }

  async stop(id: string, by: JobCaller): Promise<JobReport> {
    const job = this.#list.find(id);
    if (job === undefined) return this.#reportPast(id);
    if (by.agent.depth > 0 && job.parts.by !== by.agent.id) throw new ToolError(`The job ${id} was started by another agent.`);
    job.stop();
    await job.over;
    return this.read(id, 0, by);
  }

  /** Returns the ids of the jobs that are running in a folder or below it. */
  runningIn(folder: string): readonly string[] {
    return this.#list.running.filter(({ parts }) => isBelow(folder, parts.cwd)).map(({ parts }) => parts.id);
  }

  /** A run of the session begins. */
  runBegins(messages: readonly Queued[]): void {
    this.#quota.runBegins(messages);
  }

  /** A run of the session has ended. */
  runEnded(outcome: Outcome): void {
    if (this.endWithRun) for (const job of this.#list.running) job.stop();
    else if (outcome.kind === "done") this.wake();
  }

  /** Records the end of every job that a crash interrupted. */
  closeInterrupted(): Promise<void> {
    return this.#list.closeInterrupted();
  }

  /** Delivers a notice that is due in a separate run. */
  wake(): void {
    if (!this.endWithRun) this.#list.wake();
  }

  /** Preserves the list of running jobs on compaction. */
  preserve(): PreservedSection | undefined {
    const { running } = this.#list;
    return running.length === 0 ? undefined : { name: "jobs", text: `Commands running in the background:\n${listOf(running)}` };
  }

  /** Stops all jobs and waits for their ends. */
  async close(): Promise<void> {
    const { running } = this.#list;
    this.#list.close();
    for (const job of running) job.stop();
    await Promise.all(running.map(({ over }) => over));
  }

  async #run(job: Job, options: Pick<SpawnOptions, "cwd" | "timeout" | "outside">, recording: Recording): Promise<void> {
    const { journal, workspace } = this.#parts;
    const { id, command } = job.parts;
    const onOutput = (text: string): void => job.write(text);
    const { ending, text, ...code } = await workspace
      .spawn(command, { ...options, signal: job.signal, keep: OUTPUT_LIMITS, onOutput })
      .then(outcomeOf, failure);
    await recording.end();
    // If the store fails, the log still has the entry; a closed session rejects it.
    await journal.append<JobEndEntry>({ type: "job_end", job: id, ending, ...code, text }).catch(() => undefined);
    job.end(ending, text);
    journal.emit({ type: "job_change", job: job.info });
    this.wake();
  }

  /** Reports a job of an earlier process. */
  async #reportPast(id: string): Promise<JobReport> {
    const { log } = this.#parts;
    await log.complete();
    const entries = log.entries.filter(isJobEntry).filter(({ job }) => job === id);
    const start = entries.find((entry) => entry.type === "job_start");
    const end = entries.find((entry) => entry.type === "job_end");
    if (start === undefined || end === undefined) throw this.#notFound(id);
    return { job: { id, command: start.command, state: "ended", ending: end.ending, begunAt: start.at }, text: end.text };
  }

  #notFound(id: string): ToolError {
    const ids = this.all.map((job) => job.id);
    return new ToolError(`No job ${id}. ${ids.length === 0 ? "No job was started." : `Jobs: ${ids.join(", ")}.`}`);
  }
}

const listOf = (jobs: readonly Job[]): string => jobs.map(({ parts: { id, command } }) => `- ${id}: ${shortCommand(command)}`).join("\n");

const unreadText = ({ unread }: Job): string => {
  const { text, dropped } = unread.take();
  if (text === "") return "Still running; no new output.";
  const before = dropped === 0 ? "" : `[${dropped} characters before this are not shown; the result at the end has them]\n`;
  return `Still running. New output:\n${before}${plainText(text).trimEnd()}`;
};

const ENDINGS: Readonly<Record<ProcessEnd["kind"], JobEnding>> = { exit: "done", killed: "failed", timeout: "timeout", aborted: "stopped" };

type ProcessOutcome = JobOutcome & Pick<JobEndEntry, "exitCode">;

const outcomeOf = (result: ProcessResult): ProcessOutcome => {
  const { end } = result;
  const { content } = commandResult(result);
  const ending = end.kind === "exit" && end.code !== 0 ? "failed" : ENDINGS[end.kind];
  const exitCode = end.kind === "exit" ? end.code : null;
  return { ending, exitCode, text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n") };
};

const failure = (error: unknown): ProcessOutcome => ({
  ending: "failed",
  text: errorText(error),
});
