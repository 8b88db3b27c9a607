import { errorText } from "../base/index.ts";
import type { Ledger } from "../budget/index.ts";
import type { EventStream, SessionJournal, TaskInfo, TaskEndEntry, TaskStartEntry } from "../journal/index.ts";
import type { Queued, SubAgent } from "../loop/index.ts";
import { isBelow, type Worktree } from "../workspace/index.ts";
import { BackgroundList, type DeliveryParts } from "./background-list.ts";
import { type OpenTask, type TaskOutcome, tasksState } from "./background-state.ts";
import { BackgroundTask, type ResolvedAgentSetup } from "./background-task.ts";
import { interruptedTask, taskNotice } from "./completion-notice.ts";
import { OpenPermissions } from "./open-permissions.ts";
import { releaseWorktree } from "./release-worktree.ts";
import { runTask, type TaskResult } from "./run-task.ts";
import { type SemaphorePerDepth, withPermit } from "./semaphore.ts";

export interface BackgroundTasksParts extends DeliveryParts {
  readonly journal: SessionJournal;
  readonly stream: Pick<EventStream, "listen">;
  readonly levels: SemaphorePerDepth;
  readonly now: () => number;
  /** Spawns an agent that works for this session until it is closed. */
  readonly spawn: (plan: ResolvedAgentSetup, work: TaskSpawn) => Promise<SubAgent>;
  /** The ledger that tasks charge. */
  readonly ledger: () => Ledger;
  /** Ids of the jobs that are running in a folder or below it. */
  readonly jobsIn: (folder: string) => readonly string[];
}

export interface TaskSpawn {
  readonly entry: string | null;
  readonly call?: string;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  readonly depth: number;
}

export interface TaskRequest {
  /** Resolved for the agent that starts the task, not for the session: the task has no more rights than its starter. */
  readonly plan: ResolvedAgentSetup & { readonly name: string };
  readonly prompt: string;
  readonly description: string;
  /** The agent that starts it, and the tool call. */
  readonly by: { readonly id: string; readonly depth: number; readonly messageId: string; readonly callId: string };
  readonly worktree: Worktree | undefined;
  /** Appended to the result. */
  readonly note: string | undefined;
}

/** The background tasks of a session. They belong to the session, not to a run, regardless of which of its agents started them. */
export class BackgroundTasks {
  readonly #parts: BackgroundTasksParts;
  readonly #list: BackgroundList<BackgroundTask, OpenTask, TaskOutcome>;
  readonly #permissions = new OpenPermissions();
  #change = Promise.withResolvers<void>();
  #isListening = false;

  constructor(parts: BackgroundTasksParts) {
    const { log, journal, isQueued, wake } = parts;
    this.#parts = parts;
    this.#list = new BackgroundList({
      log,
      isQueued,
      wake,
      fold: tasksState,
      idOf: ({ task }) => task,
      notice: taskNotice,
      recordInterrupted: (open) =>
        journal.append<TaskEndEntry>({ type: "task_end", task: open.task, ending: "interrupted", text: interruptedTask(open) }),
    });
  }

  /** Tasks of this process, oldest first. */
  get all(): readonly TaskInfo[] {
    return this.#list.all.map(({ info }) => info);
  }

  get running(): readonly BackgroundTask[] {
    return this.#list.running;
  }

  /** Notices that the model has not received and that are not queued. */
  get undelivered(): readonly Queued[] {
    return this.#list.undelivered;
  }

  /** Returns the ids of the tasks and jobs that are running in a folder or below it. */
  runningIn(folder: string, except?: BackgroundTask): readonly string[] {
    const tasks = this.running.filter((task) => task !== except && isBelow(folder, task.parts.cwd)).map(({ parts }) => parts.id);
    return [...this.#parts.jobsIn(folder), ...tasks];
  }

  find(id: string): BackgroundTask | undefined {
    return this.#list.find(id);
  }

  /**
   * Starts a task. It runs when it has a permit.
   * @throws if the agent cannot be spawned
   */
  async begin(request: TaskRequest): Promise<BackgroundTask> {
    const { journal, spawn, ledger, now } = this.#parts;
    const { plan, description, by, worktree } = request;
    this.#listen();
    const stopping = new AbortController();
    const isOwn = by.id === journal.agent.id;
    const work = isOwn ? { entry: by.messageId, call: by.callId } : { entry: null };
    const subAgent = await spawn(plan, { ...work, signal: stopping.signal, ledger: ledger(), depth: by.depth + 1 });
    const task = new BackgroundTask(
      {
        id: `t${this.#list.nextNumber}`,
        agent: subAgent.id,
        name: plan.name,
        description,
        cwd: plan.cwd,
        begunAt: now(),
        by: by.id,
        ...(worktree === undefined ? {} : { worktree }),
      },
      subAgent,
      stopping,
    );
    this.#list.add(task);
    const recorded = journal.append<TaskStartEntry>({
      type: "task_start",
      task: task.parts.id,
      agent: subAgent.id,
      name: plan.name,
      description,
      ...(isOwn ? {} : { by: by.id }),
      ...(worktree === undefined ? {} : { worktree: { path: worktree.path, branch: worktree.branch } }),
    });
    if (this.#list.isClosed) task.stop(SESSION_CLOSED);
    void this.#run(task, subAgent, request);
    await recorded.catch((error: unknown) => {
      task.stop(NOT_RECORDED);
      throw error;
    });
    if (task.state === "waiting") journal.emit({ type: "task_change", task: task.info });
    return task;
  }

  /** Records the end of every task that a crash interrupted. */
  closeInterrupted(): Promise<void> {
    return this.#list.closeInterrupted();
  }

  /** Resolves `nextChange` for a run that waits for its tasks. */
  notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  /** Resolves at the next change, or when the signal aborts. */
  async nextChange(signal: AbortSignal): Promise<void> {
    const notify = (): void => this.notify();
    signal.addEventListener("abort", notify, { once: true });
    if (!signal.aborted) await this.#change.promise;
    signal.removeEventListener("abort", notify);
  }

  /** Delivers a notice that is due in a separate run. */
  wake(): void {
    this.#list.wake();
  }

  stopAll(reason: string): void {
    for (const task of this.running) task.stop(reason);
  }

  /** Stops all tasks and waits for their ends. */
  async close(): Promise<void> {
    this.#list.close();
    this.stopAll(SESSION_CLOSED);
    await Promise.all(this.running.map(({ over }) => over));
  }

  async #run(task: BackgroundTask, subAgent: SubAgent, { prompt, note, by, worktree }: TaskRequest): Promise<void> {
    const { levels } = this.#parts;
    const work = async (): Promise<TaskResult> => {
      this.#setState(task, "running");
      return runTask(subAgent, prompt);
    };
    const { ending, text } = await withPermit(levels.of(by.depth + 1), task.signal, work).catch(failure);
    await subAgent.close().catch(() => undefined); // its own stream has reported what could not be persisted
    const remains = await releaseWorktree(worktree, (folder) => this.runningIn(folder, task));
    await this.#end(task, ending, [text, note, remains].filter((part) => part !== undefined).join("\n\n"));
  }

  async #end(task: BackgroundTask, ending: TaskResult["ending"], text: string): Promise<void> {
    const { journal } = this.#parts;
    // If the store fails, the log still has the entry; a closed session rejects it.
    await journal.append<TaskEndEntry>({ type: "task_end", task: task.parts.id, ending, text }).catch(() => undefined);
    task.end(ending, text);
    journal.emit({ type: "task_change", task: task.info });
    this.notify();
    this.wake();
  }

  #setState(task: BackgroundTask, state: TaskInfo["state"]): void {
    if (task.state === state || task.isOver) return;
    task.state = state;
    this.#parts.journal.emit({ type: "task_change", task: task.info });
  }

  /** Called with the first task: a listener makes every agent emit all of its events. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#parts.stream.listen((event) => {
      const line = this.#permissions.update(event);
      for (const task of line.length === 0 ? [] : this.running) {
        const { agent } = task.parts;
        if (task.state === "waiting" || !line.includes(agent)) continue;
        this.#setState(task, this.#permissions.isBlocked(agent) ? "blocked" : "running");
      }
    });
  }
}

const SESSION_CLOSED = "The session was closed.";
/** Nothing may run that is not recorded. */
const NOT_RECORDED = "The session's log could not be written.";

const failure = (error: unknown): TaskResult => ({ ending: "failed", text: `It failed: ${errorText(error)}` });
