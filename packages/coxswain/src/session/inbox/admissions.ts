import type { Log } from "../../log/index.ts";
import { type InboxAdmitEntry, type InboxCancelEntry, isMessage, type Queued } from "../../loop/index.ts";
import type { SessionJournal } from "../../journal/index.ts";
import { inboxState, type Waiting } from "./inbox-state.ts";

/**
 * Keeps what waits as facts of the log, in the very step in which it begins to wait or ceases to. What the store does
 * not take then is owed to it, as every fact is.
 */
export class Admissions {
  readonly #log: Log;
  readonly #journal: SessionJournal;

  constructor(log: Log, journal: SessionJournal) {
    this.#log = log;
    this.#journal = journal;
  }

  /** All that waits, in the order in which it was said. */
  get waiting(): readonly Waiting[] {
    return this.#log.total(inboxState).waiting;
  }

  admit(waiting: Waiting): void {
    this.#journal.append<InboxAdmitEntry>({ type: "inbox_admit", ...waiting }).catch(() => undefined);
  }

  cancel(queued: readonly Queued[], reason: string): void {
    if (queued.length === 0) return;
    const messages = queued.map(({ id }) => id);
    this.#journal.append<InboxCancelEntry>({ type: "inbox_cancel", messages, reason }).catch(() => undefined);
  }

  waits(messageId: string): boolean {
    return this.waiting.some((waiting) => waiting.messageId === messageId);
  }

  /** The run that a message of this id was said to; undefined when none was taken. */
  runOf(messageId: string): string | undefined {
    const { waiting, named } = this.#log.total(inboxState);
    const known = [...waiting, ...named].find((admitted) => admitted.messageId === messageId);
    if (known !== undefined) return known.run;
    const entry = this.#log.get(messageId);
    return entry !== undefined && isMessage(entry) ? entry.run : undefined;
  }

  /** Whether there is a message, or any other fact, of this id: none can have it then. */
  knows(messageId: string): boolean {
    return this.runOf(messageId) !== undefined || this.#log.get(messageId) !== undefined;
  }

  /**
   * Resolves when all that was admitted survives a loss of power.
   * @throws {LogWriteError}
   */
  stored(): Promise<void> {
    return this.#log.sync();
  }
}
