import type { Log } from "../../log/index.ts";
import { type InboxAdmitEntry, type InboxCancelEntry, isMessage, type Queued } from "../../loop/index.ts";
import type { SessionJournal } from "../../journal/index.ts";
import type { Cancellation } from "./inbox.ts";
import { inboxState, type Waiting } from "./inbox-state.ts";

/**
 * Records queued messages in the log, in the step in which they are queued or cancelled. If the store fails, the log writes the
 * entries later.
 */
export class Admissions {
  readonly #log: Log;
  readonly #journal: SessionJournal;

  constructor(log: Log, journal: SessionJournal) {
    this.#log = log;
    this.#journal = journal;
  }

  /** Queued messages in the order in which they came. */
  get waiting(): readonly Waiting[] {
    return this.#log.total(inboxState).waiting;
  }

  admit(waiting: Waiting): void {
    this.#journal.append<InboxAdmitEntry>({ type: "inbox_admit", ...waiting }).catch(() => undefined);
  }

  cancel(queued: readonly Queued[], { reason, returned = false }: Cancellation): void {
    if (queued.length === 0) return;
    const messages = queued.map(({ id }) => id);
    const how = returned ? { returned: true as const } : {};
    this.#journal.append<InboxCancelEntry>({ type: "inbox_cancel", messages, reason, ...how }).catch(() => undefined);
  }

  waits(messageId: string): boolean {
    return this.waiting.some((waiting) => waiting.messageId === messageId);
  }

  /** Returns the run that delivered the message with this id, or will. Undefined if none does yet, or there is no such message. */
  runOf(messageId: string): string | undefined {
    const entry = this.#log.get(messageId);
    return (entry !== undefined && isMessage(entry) ? entry.run : undefined) ?? this.#admitted(messageId)?.run;
  }

  /** Returns true if the inbox has accepted a message with this id, also if it was cancelled. */
  wasAdmitted(messageId: string): boolean {
    return this.#admitted(messageId) !== undefined;
  }

  /** Returns true if a message or another entry has this id. */
  knows(messageId: string): boolean {
    return this.wasAdmitted(messageId) || this.#log.get(messageId) !== undefined;
  }

  /**
   * Resolves when all admissions survive a loss of power.
   * @throws {LogWriteError}
   */
  stored(): Promise<void> {
    return this.#log.sync();
  }

  #admitted(messageId: string): Pick<Waiting, "messageId" | "run"> | undefined {
    const { waiting, named } = this.#log.total(inboxState);
    return [...waiting, ...named].find((admitted) => admitted.messageId === messageId);
  }
}
