import { MailboxFolder } from "./mailbox-folder.ts";
import type { OwnerMailbox } from "../../log/index.ts";

/** Milliseconds. Short enough for a user, and 200 checks of 2 us each cost nothing in comparison. */
const INTERVAL = 250;

/** Calls `check` repeatedly until stopped. */
export type Every = (ms: number, check: () => void) => () => void;

const unrefInterval: Every = (ms, check) => {
  const timer = setInterval(check, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Polls the mailboxes of all open sessions of a store with one timer and one stat per session. Watching the project's
 * folder would be faster, but would also report each append to each of its sessions.
 */
export class MailboxWatch {
  readonly #every: Every;
  readonly #watched = new Map<MailboxFolder, () => void>();
  #stop: (() => void) | undefined;

  constructor(every: Every = unrefInterval) {
    this.#every = every;
  }

  add(mailbox: MailboxFolder, onMessages: () => void): Disposable {
    this.#watched.set(mailbox, onMessages);
    this.#stop ??= this.#every(INTERVAL, () => this.#check());
    return { [Symbol.dispose]: () => this.#remove(mailbox) };
  }

  #check(): void {
    for (const [mailbox, onMessages] of this.#watched) if (mailbox.exists) onMessages();
  }

  #remove(mailbox: MailboxFolder): void {
    this.#watched.delete(mailbox);
    if (this.#watched.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** Returns the mailbox of a session's log, for the session's owner. */
export const ownerMailbox = (log: string, watch: MailboxWatch): OwnerMailbox => {
  const mailbox = new MailboxFolder(log);
  return {
    receive: (accepts) => mailbox.receive(accepts),
    drop: (id, how = "done") => mailbox.drop(id, how),
    watch: (onMessages) => watch.add(mailbox, onMessages),
  };
};
