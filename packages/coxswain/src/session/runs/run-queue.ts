import { type Outcome, runError } from "../../loop/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { LiveRun } from "./live-run.ts";

/** How a run goes, and what is done at its end. */
export interface RunDriver {
  go(run: LiveRun): Promise<Outcome>;
  end(run: LiveRun, outcome: Outcome): void;
  /** Others wait now, or none. */
  changed(): void;
}

/** The runs of a session, one at a time and in order. Each comes to exactly one end, whatever goes wrong on its way. */
export class RunQueue {
  readonly #inbox: Inbox;
  readonly #course: RunDriver;
  readonly #waiting: LiveRun[] = [];
  /** They waited when the session was opened, and begin once it is told to go on. */
  #parked: readonly LiveRun[];
  #live: LiveRun | undefined;
  /** What is to be done between two runs. */
  readonly #between: (() => Promise<() => void>)[] = [];
  /** Whether something is done between two runs now. */
  #isHeld = false;

  constructor(inbox: Inbox, course: RunDriver, parked: readonly LiveRun[]) {
    this.#inbox = inbox;
    this.#course = course;
    this.#parked = parked;
  }

  /** The run that takes messages now, or will next. One that has settled or was aborted does not count any more. */
  get current(): LiveRun | undefined {
    return this.#inbox.isOpen ? this.#live : this.#waiting.find(isToCome);
  }

  /** The run that an abort is for. One that has settled counts until it has ended: what is done at its end, as by a hook, may hang. */
  get toAbort(): LiveRun | undefined {
    return this.#live !== undefined && isToCome(this.#live) ? this.#live : this.current;
  }

  /** The run that has begun and not ended. */
  get live(): LiveRun | undefined {
    return this.#live;
  }

  /** The runs that have not begun. */
  get waiting(): readonly LiveRun[] {
    return [...this.#parked, ...this.#waiting];
  }

  /** Those of them that were not called off. */
  get toCome(): readonly LiveRun[] {
    return this.waiting.filter(isToCome);
  }

  /** Whether a run that is added now would begin at once. */
  get isIdle(): boolean {
    return this.isFree && this.#parked.length === 0;
  }

  /** Whether nothing goes on: neither a run, nor what is done between two of them. */
  get isFree(): boolean {
    return this.#live === undefined && !this.#isHeld;
  }

  /** The run of this id that has not ended. */
  find(id: string): LiveRun | undefined {
    return [this.#live, ...this.waiting].find((run) => run?.id === id);
  }

  /** After all that waits. */
  add(run: LiveRun): void {
    this.#unpark();
    this.#waiting.push(run);
    this.#next();
    this.#course.changed();
  }

  /** Begins what waits, with this run first. */
  resume(first?: LiveRun): void {
    if (first !== undefined) this.#waiting.unshift(first);
    this.#unpark();
    this.#next();
  }

  /**
   * Does something that never fails as soon as no run goes on, at once if none does; the runs that wait begin when it is done.
   * What it comes to is called when the session is free again.
   */
  between(act: () => Promise<() => void>): void {
    this.#between.push(act);
    this.#next();
  }

  /** Takes the runs that have not begun. */
  takeWaiting(): readonly LiveRun[] {
    this.#unpark();
    const taken = this.#waiting.splice(0);
    this.#course.changed();
    return taken;
  }

  /** Ends the live run whether or not it has come to its end. */
  endLive(outcome: Outcome): void {
    if (this.#live !== undefined) this.#end(this.#live, outcome);
  }

  #unpark(): void {
    this.#waiting.push(...this.#parked);
    this.#parked = [];
  }

  #next(): void {
    if (!this.isFree) return;
    const act = this.#between.shift();
    if (act !== undefined) return void this.#hold(act);
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#start(next);
    this.#course.changed();
  }

  async #hold(act: () => Promise<() => void>): Promise<void> {
    this.#isHeld = true;
    const done = await act();
    this.#isHeld = false;
    done();
    this.#next();
  }

  #start(run: LiveRun): void {
    this.#live = run;
    // One that goes on was told them when it went: they wait for its next turn, or its end. One that was aborted takes nothing.
    run.begin(run.resumes || run.signal.aborted ? [] : this.#inbox.takeAll());
    if (!run.signal.aborted) this.#inbox.open();
    // Not in this tick: whoever made the run may want to read it from its first event on.
    queueMicrotask(() => void this.#drive(run));
  }

  async #drive(run: LiveRun): Promise<void> {
    const outcome = await this.#course.go(run).catch((error: unknown): Outcome => ({ kind: "failed", error: runError(error) }));
    this.#end(run, outcome);
  }

  /** In one step: from here on the session is idle, or goes on with the next run. */
  #end(run: LiveRun, outcome: Outcome): void {
    if (this.#live !== run) return;
    this.#live = undefined;
    this.#inbox.settle();
    this.#course.end(run, outcome);
    this.#next();
  }
}

const isToCome = ({ signal }: LiveRun): boolean => !signal.aborted;
