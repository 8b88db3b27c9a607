import type { Session } from "coxswain";
import type { RunOptions } from "coxswain/session";

/** The work that an earlier process left in a session: an interrupted run, and queued messages. It continues only when the user wants it. */
export class PendingWork {
  readonly #session: Session;
  readonly #wasInterrupted: boolean;
  #isOver = false;

  /** @param session just opened */
  constructor(session: Session) {
    this.#session = session;
    this.#wasInterrupted = session.state.interrupted !== undefined;
  }

  /** Offers the user to continue it with Enter. Undefined: there is none, or a run has started since. */
  get offer(): string | undefined {
    this.#isOver ||= this.#session.status !== "idle";
    if (this.#isOver) return undefined;
    const { length } = this.#session.waiting;
    const waiting = length === 0 ? "" : length === 1 ? "1 message waits" : `${length} messages wait`;
    if (this.#wasInterrupted) return `The run was interrupted${waiting === "" ? "" : `, and ${waiting}`}. Enter continues it.`;
    return waiting === "" ? undefined : `${waiting}. Enter sends ${length === 1 ? "it" : "them"}.`;
  }

  resume(options: RunOptions): void {
    this.#session.resume(options);
  }
}
