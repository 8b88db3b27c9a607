import type { Log } from "../../log/index.ts";
import type { Queued, SubAgent } from "../../loop/index.ts";
import type { Ledger } from "../../budget/index.ts";
import { isBelow, type Worktree } from "../../workspace/index.ts";
import type { ResolvedAgentSetup } from "./agent-plan.ts";
import type { EventStream, SessionJournal, TaskInfo } from "../../journal/index.ts";
import { BackgroundTask } from "./background-task.ts";
import type { TaskEndEntry, TaskStartEntry } from "./entries.ts";
import { releaseWorktree } from "./leave.ts";
import type { SemaphorePerDepth } from "./levels.ts";
import { Questions } from "./questions.ts";
import { tasksState } from "./tasks-state.ts";
import { interruptedText, completionNotice } from "./told.ts";
import { withPermit } from "./with-place.ts";
import { type TaskResult, workOn } from "./work-on.ts";

export interface BackgroundTasksParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly stream: Pick<EventStream, "listen">;
  readonly levels: SemaphorePerDepth;
  readonly now: () => number;
  /** Makes an agent that works for this session until it is closed. */
  readonly spawn: (plan: ResolvedAgentSetup, work: BackgroundWork) => Promise<SubAgent>;
  /** What it spends from. */
  readonly ledger: () => Ledger;
  /** The commands in the background that go on in a folder, or below it, by their ids. */
  readonly jobsIn: (folder: string) => readonly string[];
  /** Whether a message waits to be told. */
  readonly waits: (messageId: string) => boolean;
  /** Begins a run that tells of a task, unless one goes on. */
  readonly wake: (queued: Queued) => void;
}

export interface BackgroundWork {
  readonly entry: string | null;
  readonly call?: string;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  readonly depth: number;
}

/** What goes on in the background from now on. */
export interface TaskOrder {
  /** Of the agent that wants it, and not of the session: it has no more than who began it. */
  readonly plan: ResolvedAgentSetup & { readonly name: string };
  readonly prompt: string;
  readonly description: string;
  /** The agent that wants it, and the call by which it does. */
  readonly by: { readonly id: string; readonly depth: number; readonly messageId: string; readonly callId: string };
  readonly worktree: Worktree | undefined;
  /** Said with what comes of it. */
  readonly note: string | undefined;
}

/** How many tasks that are over are at hand. */
const REMEMBERED = 64;

/** The tasks that go on in the background of a session: whoever of its agents began them, they belong to it, and to no run. */
export class BackgroundTasks {
  readonly #parts: BackgroundTasksParts;
  readonly #tasks = new Map<string, BackgroundTask>();
  readonly #questions = new Questions();
  /** Who wait for something to have happened. */
  #news = Promise.withResolvers<void>();
  #listens = false;
  #closed = false;

  constructor(parts: BackgroundTasksParts) {
    this.#parts = parts;
  }

  /** Those of this process, the first one first. */
  get all(): readonly TaskInfo[] {
    return [...this.#tasks.values()].map(({ info }) => info);
  }

  /** Those that are not over. */
  get going(): readonly BackgroundTask[] {
    return [...this.#tasks.values()].filter(({ state }) => state !== "done");
  }

  /** What goes on in a folder, or below it, by its ids: commands and tasks in the background. */
  goingIn(folder: string, except?: BackgroundTask): readonly string[] {
    const tasks = this.going.filter((task) => task !== except && isBelow(folder, task.parts.cwd)).map(({ parts }) => parts.id);
    return [...this.#parts.jobsIn(folder), ...tasks];
  }

  find(id: string): BackgroundTask | undefined {
    return this.#tasks.get(id);
  }

  /** What the model is still to be told, and waits nowhere else. */
  get owed(): readonly Queued[] {
    const { log, waits } = this.#parts;
    const { owed } = log.total(tasksState);
    return owed.length === 0 ? [] : owed.map(completionNotice).filter(({ id }) => !waits(id));
  }

  /**
   * Begins a task. It works when there is a place for it.
   * @throws what making the agent throws
   */
  async begin(order: TaskOrder): Promise<BackgroundTask> {
    const { log, journal, spawn, ledger, now } = this.#parts;
    const { plan, description, by, worktree } = order;
    this.#listen();
    const stopping = new AbortController();
    const isOwn = by.id === journal.agent.id;
    const work = isOwn ? { entry: by.messageId, call: by.callId } : { entry: null };
    const agent = await spawn(plan, { ...work, signal: stopping.signal, ledger: ledger(), depth: by.depth + 1 });
    const id = `t${log.total(tasksState).begun + 1}`;
    const task = new BackgroundTask(
      {
        id,
        agent: agent.id,
        name: plan.name,
        description,
        cwd: plan.cwd,
        begunAt: now(),
        by: by.id,
        ...(worktree === undefined ? {} : { worktree }),
      },
      agent,
      stopping,
    );
    this.#tasks.set(id, task);
    this.#letGo();
    const place = worktree === undefined ? {} : { worktree: { path: worktree.path, branch: worktree.branch } };
    const begun = journal.append<TaskStartEntry>({
      type: "task_start",
      task: id,
      agent: agent.id,
      name: plan.name,
      description,
      ...(isOwn ? {} : { by: by.id }),
      ...place,
    });
    if (this.#closed) task.stop(CLOSED);
    void this.#work(task, agent, order);
    await begun.catch((error: unknown) => {
      task.stop(UNKEPT);
      throw error;
    });
    if (task.state === "waiting") journal.emit({ type: "task_change", task: task.info });
    return task;
  }

  /** What no process works on any more, since a crash cut it short, is over. */
  async closeInterrupted(): Promise<void> {
    const { log, journal } = this.#parts;
    const { open } = log.total(tasksState);
    for (const { task, agent, worktree } of open) {
      if (this.#tasks.has(task)) continue;
      await journal.append<TaskEndEntry>({ type: "task_end", task, ending: "interrupted", text: interruptedText(agent, worktree) });
    }
  }

  /** Something has happened that a run which waits for its tasks has to look at. */
  nudge(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** When something has happened, or the signal aborts. */
  async news(signal: AbortSignal): Promise<void> {
    const nudge = (): void => this.nudge();
    signal.addEventListener("abort", nudge, { once: true });
    if (!signal.aborted) await this.#news.promise;
    signal.removeEventListener("abort", nudge);
  }

  /** Tells of what is over and was not told, by a run of its own. */
  wake(): void {
    const [first] = this.#closed ? [] : this.owed;
    if (first !== undefined) this.#parts.wake(first);
  }

  stopAll(reason: string): void {
    for (const task of this.going) task.stop(reason);
  }

  /** Ends all that go on. */
  async close(): Promise<void> {
    this.#closed = true;
    this.stopAll(CLOSED);
    await Promise.all(this.going.map(({ over }) => over));
  }

  async #work(task: BackgroundTask, agent: SubAgent, { prompt, note, by, worktree }: TaskOrder): Promise<void> {
    const { levels } = this.#parts;
    const work = async (): Promise<TaskResult> => {
      this.#become(task, "running");
      return workOn(agent, prompt);
    };
    const { ending, text } = await withPermit(levels.of(by.depth + 1), task.signal, work).catch(failure);
    await agent.close().catch(() => undefined); // what its session could not keep its own stream has told
    const left = await releaseWorktree(worktree, (folder) => this.goingIn(folder, task));
    await this.#end(task, ending, [text, note, left].filter((part) => part !== undefined).join("\n\n"));
  }

  async #end(task: BackgroundTask, ending: TaskResult["ending"], text: string): Promise<void> {
    const { journal } = this.#parts;
    // What the store does not take is a fact all the same, and a session that is closed takes none.
    await journal.append<TaskEndEntry>({ type: "task_end", task: task.parts.id, ending, text }).catch(() => undefined);
    task.end(ending, text);
    journal.emit({ type: "task_change", task: task.info });
    this.nudge();
    this.wake();
  }

  #become(task: BackgroundTask, state: TaskInfo["state"]): void {
    if (task.state === state || task.state === "done") return;
    task.state = state;
    this.#parts.journal.emit({ type: "task_change", task: task.info });
  }

  /** Once, and only where there are tasks: somebody who listens makes every event of every agent be told. */
  #listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    this.#parts.stream.listen((event) => {
      const line = this.#questions.hear(event);
      for (const task of line.length === 0 ? [] : this.going) {
        const agent = task.parts.agent;
        if (task.state === "waiting" || !line.includes(agent)) continue;
        this.#become(task, this.#questions.waitsFor(agent) ? "blocked" : "running");
      }
    });
  }

  #letGo(): void {
    const over = [...this.#tasks.values()].filter(({ state }) => state === "done");
    for (const { parts } of over.slice(0, Math.max(0, over.length - REMEMBERED))) this.#tasks.delete(parts.id);
  }
}

const CLOSED = "The session was closed.";
/** Nothing may go on that is not recorded. */
const UNKEPT = "The session's log could not be written.";

const failure = (error: unknown): TaskResult => ({
  ending: "failed",
  text: `It failed: ${error instanceof Error ? error.message : String(error)}`,
});
