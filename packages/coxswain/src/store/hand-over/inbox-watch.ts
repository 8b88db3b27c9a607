import type { InboxFolder } from "./inbox-folder.ts";

/** Milliseconds. A person does not wait for it, and two hundred looks of 2 us each are nothing beside it. */
const INTERVAL = 250;

/** Calls back again and again until it is stopped. */
export type Every = (ms: number, look: () => void) => () => void;

const everyWhile: Every = (ms, look) => {
  const timer = setInterval(look, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Looks whether a session's inbox is there: one timer for all open sessions of a store, and one look at a name for each.
 * Watching a project's folder tells sooner, but also of every append to every session in it.
 */
export class InboxWatch {
  readonly #every: Every;
  readonly #watched = new Map<InboxFolder, () => void>();
  #stop: (() => void) | undefined;

  constructor(every: Every = everyWhile) {
    this.#every = every;
  }

  add(inbox: InboxFolder, waits: () => void): Disposable {
    this.#watched.set(inbox, waits);
    this.#stop ??= this.#every(INTERVAL, () => this.#look());
    return { [Symbol.dispose]: () => this.#remove(inbox) };
  }

  #look(): void {
    for (const [inbox, waits] of this.#watched) if (inbox.isThere) waits();
  }

  #remove(inbox: InboxFolder): void {
    this.#watched.delete(inbox);
    if (this.#watched.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}
