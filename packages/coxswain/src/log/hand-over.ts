/** What a process that does not own a session says to its owner. */
export interface MailboxMessage {
  /** Names it: another one of this id is the same. Only letters, digits, "-" and "_". */
  readonly id: string;
  /** Plain data, as JSON can hold it. */
  readonly content: unknown;
}

/** For processes that do not own a session. */
export interface Mailbox {
  /**
   * Resolves when it waits for the owner, or for whoever owns the session next, and survives a loss of power.
   * @throws {SessionNotFoundError}
   * @throws {LogWriteError}
   */
  give(sessionId: string, handed: MailboxMessage): Promise<void>;
  /**
   * Takes it back. False when it does not wait any more: the owner has it.
   * @throws {LogWriteError}
   */
  withdraw(sessionId: string, id: string): Promise<boolean>;
}

/** For the owner of a session: what was handed over. */
export interface OwnerMailbox {
  /**
   * All that waits, and what was taken before and not dropped, the oldest first. It cannot be withdrawn from then on. What
   * cannot be read is set aside. `wanted`: by its id; what is not wanted goes on waiting. Default: all is.
   * @throws {LogWriteError}
   */
  take(wanted?: (id: string) => boolean): Promise<readonly MailboxMessage[]>;
  /**
   * Forgets what was taken. `refused`: nothing can be done with it, so that it is set aside.
   * @throws {LogWriteError}
   */
  drop(id: string, how?: "done" | "refused"): Promise<void>;
  /** Calls back soon, and again for as long as something is there. Costs next to nothing while nothing is. */
  watch(waits: () => void): Disposable;
}
