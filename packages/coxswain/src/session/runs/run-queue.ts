import type { Outcome, RunEvent } from "../../loop/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { LiveRun } from "./live-run.ts";

export interface RunQueueListener {
  /** The run is active from now on. The listener drives it, and calls `end` with its outcome. */
  begun?(run: LiveRun): void;
  /** Called once for each run, in the step in which it ends. */
  ended?(run: LiveRun, outcome: Outcome): void;
  /** The queued runs may have changed. */
  changed?(): void;
}

/**
 * Activity of a session. `settling`: the active run no longer accepts messages. `between`: no run is active, and something
 * is done before the next one starts.
 */
type RunQueueState = "idle" | "running" | "settling" | "between";

/** The runs of a session, one at a time and in order. Each ends exactly once, whatever fails on its way. */
export class RunQueue {
  readonly #inbox: Inbox;
  readonly #listeners: RunQueueListener[] = [];
  #waiting: LiveRun[] = [];
  /** Runs that were queued when the session was opened. They start with the first run that is added, or on `resume`. */
  #restored: readonly LiveRun[] = [];
  #active: LiveRun | undefined;
  readonly #betweenRuns: (() => Promise<() => void>)[] = [];
  #isBetween = false;

  constructor(inbox: Inbox) {
    this.#inbox = inbox;
  }

  listen(listener: RunQueueListener): void {
    this.#listeners.push(listener);
  }

  /** Adds runs that were queued when the session was opened. */
  restore(runs: readonly LiveRun[]): void {
    this.#restored = runs;
  }

  changed(): void {
    for (const listener of this.#listeners) listener.changed?.();
  }

  get state(): RunQueueState {
    if (this.#isBetween) return "between";
    if (this.#active === undefined) return "idle";
    return this.#inbox.isOpen ? "running" : "settling";
  }

  /** The run that has begun and not ended. */
  get active(): LiveRun | undefined {
    return this.#active;
  }

  /** The runs that have not begun. */
  get queued(): readonly LiveRun[] {
    return [...this.#restored, ...this.#waiting];
  }

  /** The run that messages are for: the active one while it accepts them, else the first that starts after it. */
  get recipient(): LiveRun | undefined {
    return this.#inbox.isOpen ? this.#active : this.#waiting[0];
  }

  /** True if a run that is added now starts at once. */
  get startsAtOnce(): boolean {
    return this.state === "idle" && this.#restored.length === 0;
  }

  /** Returns the run of this id, unless it has ended. */
  find(id: string): LiveRun | undefined {
    return [this.#active, ...this.queued].find((run) => run?.id === id);
  }

  /** Queues a run behind all others. */
  add(run: LiveRun): void {
    this.#unparkRestored();
    this.#waiting.push(run);
    this.#next();
    this.changed();
  }

  /** Starts the queued runs, `first` before them. */
  resume(first?: LiveRun): void {
    if (first !== undefined) this.#waiting.unshift(first);
    this.#unparkRestored();
    this.#next();
  }

  /** Removes a run that has not begun. */
  remove(run: LiveRun): void {
    const isOther = (queued: LiveRun): boolean => queued !== run;
    this.#restored = this.#restored.filter(isOther);
    this.#waiting = this.#waiting.filter(isOther);
    this.changed();
  }

  /**
   * Calls `act`, which must not reject, as soon as no run is active; queued runs start after it. The function that it resolves
   * with is called when the session is free again.
   */
  between(act: () => Promise<() => void>): void {
    this.#betweenRuns.push(act);
    this.#next();
  }

  /** Removes and returns the runs that have not begun. */
  takeWaiting(): readonly LiveRun[] {
    this.#unparkRestored();
    const taken = this.#waiting.splice(0);
    this.changed();
    return taken;
  }

  /** Ends the active run, in one step: afterwards the session is idle, or the next run has begun. Ignores any other run. */
  end(run: LiveRun, outcome: Outcome): void {
    if (this.#active !== run) return;
    this.#active = undefined;
    this.#inbox.settle();
    for (const listener of this.#listeners) listener.ended?.(run, outcome);
    this.#next();
  }

  #unparkRestored(): void {
    this.#waiting.push(...this.#restored);
    this.#restored = [];
  }

  #next(): void {
    if (this.state !== "idle") return;
    const act = this.#betweenRuns.shift();
    if (act !== undefined) return void this.#hold(act);
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#start(next);
    this.changed();
  }

  async #hold(act: () => Promise<() => void>): Promise<void> {
    this.#isBetween = true;
    const done = await act();
    this.#isBetween = false;
    done();
    this.#next();
  }

  #start(run: LiveRun): void {
    this.#active = run;
    // A resumed run got its messages when it first began: those in the inbox wait for its next turn, or its end.
    run.begin(run.resumes ? [] : this.#inbox.takeAll());
    this.#inbox.open();
    for (const listener of this.#listeners) listener.begun?.(run);
  }
}

type QueueChange = Extract<RunEvent, { readonly type: "queue_change" }>;

/** Emits a `queue_change` event whenever the numbers of queued messages and prompts have changed. A prompt that starts at once never counts. */
export const emitQueueChanges = (inbox: Inbox, runs: RunQueue, emit: (change: QueueChange) => void): void => {
  const depth = (): QueueChange => ({
    type: "queue_change",
    steering: inbox.steering.length,
    followUps: inbox.followUps.length,
    prompts: runs.queued.length,
  });
  let last = depth();
  const changed = (): void => {
    const now = depth();
    if (now.steering === last.steering && now.followUps === last.followUps && now.prompts === last.prompts) return;
    last = now;
    emit(now);
  };
  inbox.onChange(changed);
  runs.listen({ changed });
};
