import type { Event, Outcome } from "coxswain";
import type { EntryEvent, MailboxReceipt } from "coxswain/store";
import { type SessionActivity, replay, withEntry } from "../follow/index.ts";
import { type Display, EMPTY_REPORT, type Report, withEvent } from "../prompt/index.ts";

/** Shows the run of the queued message, or without one all runs until the session is idle. */
export class FollowedRuns {
  readonly #messageId: string | undefined;
  readonly #display: Display;
  readonly #events = replay();
  #activity: SessionActivity;
  #run: string | undefined;
  report: Report = EMPTY_REPORT;
  outcome: Outcome | undefined;

  constructor(receipt: MailboxReceipt | undefined, activity: SessionActivity, display: Display) {
    this.#messageId = receipt?.id;
    this.#activity = activity;
    this.#display = display;
  }

  /** True if everything has been shown. */
  get isOver(): boolean {
    if (this.outcome === undefined) return false;
    return this.#messageId !== undefined || (this.#activity.active === undefined && this.#activity.queued.size === 0);
  }

  /** True if a queued message has no outcome yet. */
  get isWaiting(): boolean {
    return this.#messageId !== undefined && this.outcome === undefined;
  }

  /** Handles one entry of the session. */
  async take(event: EntryEvent): Promise<void> {
    const { entry } = event;
    const before = this.#activity;
    this.#activity = withEntry(before, entry);
    if (this.#messageId !== undefined)
      this.#run ??= this.#activity.queued.get(this.#messageId) ?? ("run" in entry && entry.id === this.#messageId ? entry.run : undefined);
    // Some entries, such as the usage of agents, have no run id.
    const run = "run" in entry ? entry.run : before.active?.run;
    if (this.#messageId === undefined || (run === this.#run && run !== undefined)) this.report = withEvent(this.report, event);
    if (this.#messageId === undefined) return this.#show(this.#events(event));
    const isOfRun = "run" in entry && run === this.#run && run !== undefined;
    if (isOfRun && entry.type !== "inbox_admit") await this.#show(this.#events(event));
    const isQueued = this.#activity.queued.has(this.#messageId);
    if (entry.type === "inbox_cancel" && before.queued.has(this.#messageId) && !isQueued)
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
