/** A message from a process that does not own a session to the owner. */
export interface MailboxMessage {
  /** Deduplication id: a second message with this id is the same message. Only letters, digits, "-" and "_". */
  readonly id: string;
  /** Plain JSON-serializable data. */
  readonly content: unknown;
}

/** The sender's side of the mailbox, for processes that do not own the session. */
export interface Mailbox {
  /**
   * Queues a message for the current or next owner. Resolves once the message survives a power loss.
   * @throws {SessionNotFoundError}
   * @throws {LogWriteError}
   */
  send(sessionId: string, message: MailboxMessage): Promise<void>;
  /**
   * Withdraws a queued message. Returns false when the owner has already received it.
   * @throws {LogWriteError}
   */
  withdraw(sessionId: string, id: string): Promise<boolean>;
}

/** The owner's side of the mailbox: messages from other processes. */
export interface OwnerMailbox {
  /**
   * Returns queued messages, and messages that were received earlier but not dropped, oldest first. Senders can no longer
   * withdraw them. Unreadable messages are set aside. `accepts` selects messages by id; the others stay queued. Default:
   * all.
   * @throws {LogWriteError}
   */
  receive(accepts?: (id: string) => boolean): Promise<readonly MailboxMessage[]>;
  /**
   * Removes a received message. `refused`: the owner cannot process it, so it is set aside.
   * @throws {LogWriteError}
   */
  drop(id: string, how?: "done" | "refused"): Promise<void>;
  /** Calls the listener soon, and again while messages are queued. An empty mailbox costs almost nothing to watch. */
  watch(onMessages: () => void): Disposable;
}
