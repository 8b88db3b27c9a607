import type { Inbox } from "./inbox.ts";
import type { LiveRun } from "./live-run.ts";

/** The runs of a session, one at a time and in order. */
export class RunQueue {
  readonly #inbox: Inbox;
  readonly #go: (run: LiveRun) => Promise<void>;
  #live: LiveRun | undefined;
  #waiting: LiveRun[] = [];

  constructor(inbox: Inbox, go: (run: LiveRun) => Promise<void>) {
    this.#inbox = inbox;
    this.#go = go;
  }

  /** The run that takes messages now, or will next. A run that has settled does not count any more. */
  get current(): LiveRun | undefined {
    return this.#inbox.isOpen ? this.#live : this.#waiting[0];
  }

  /** The run that has begun and not ended. */
  get live(): LiveRun | undefined {
    return this.#live;
  }

  get waiting(): readonly LiveRun[] {
    return this.#waiting;
  }

  add(run: LiveRun): void {
    if (this.#live === undefined) this.#start(run);
    else this.#waiting.push(run);
  }

  /** Takes the runs that have not begun. */
  takeWaiting(): readonly LiveRun[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  #start(run: LiveRun): void {
    this.#live = run;
    run.begin(this.#inbox.takeAll());
    this.#inbox.open();
    // Not in this tick: whoever made the run may want to read it from its first event on.
    queueMicrotask(() => void this.#go(run).then(() => this.#after()));
  }

  #after(): void {
    this.#live = undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
  }
}
