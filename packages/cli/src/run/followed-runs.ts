import type { Event, Outcome } from "coxswain";
import type { EntryEvent, MailboxReceipt } from "coxswain/store";
import { type SessionActivity, replay, withEntry } from "../follow/index.ts";
import { type Display, EMPTY_REPORT, type Report, withEvent } from "../prompt/index.ts";

/**
 * Selects the events to show: those of the run of the queued message, or those of all runs until the session is idle.
 */
export class FollowedRuns {
  readonly #messageId: string | undefined;
  readonly #display: Display;
  readonly #events = replay();
  #course: SessionActivity;
  #run: string | undefined;
  report: Report = EMPTY_REPORT;
  outcome: Outcome | undefined;

  constructor(handed: MailboxReceipt | undefined, course: SessionActivity, display: Display) {
    this.#messageId = handed?.id;
    this.#course = course;
    this.#display = display;
  }

  /** True if everything has been shown. */
  get isOver(): boolean {
    if (this.outcome === undefined) return false;
    return this.#messageId !== undefined || (this.#course.active === undefined && this.#course.queued.size === 0);
  }

  /** True if a queued message has no outcome yet. */
  get waits(): boolean {
    return this.#messageId !== undefined && this.outcome === undefined;
  }

  async take(told: EntryEvent): Promise<void> {
    const { entry } = told;
    const before = this.#course;
    this.#course = withEntry(before, entry);
    // The usage of agents has no run id.
    const isShown = this.#messageId === undefined || (before.active !== undefined && before.active.run === this.#run);
    if (entry.type === "agent_usage" && isShown) this.report = withEvent(this.report, told);
    if (this.#messageId === undefined) return this.#show(this.#events(told));
    this.#run ??= this.#course.queued.get(this.#messageId) ?? ("run" in entry && entry.id === this.#messageId ? entry.run : undefined);
    const isOfRun = "run" in entry && entry.run === this.#run && this.#run !== undefined;
    if (isOfRun && entry.type !== "inbox_admit") await this.#show(this.#events(told));
    const waits = this.#course.queued.has(this.#messageId);
    if (entry.type === "inbox_cancel" && before.queued.has(this.#messageId) && !waits)
      this.outcome = { kind: "aborted", reason: entry.reason };
  }

  async #show(events: readonly Event[]): Promise<void> {
    for (const event of events) {
      this.report = withEvent(this.report, event);
      if (event.type === "run_end") this.outcome = event.outcome;
      await this.#display.event(event);
    }
  }
}
