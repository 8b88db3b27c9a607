import type { Event } from "../journal/index.ts";
import type { Session } from "../session/index.ts";

/** The events of one session after another, for readers that stay while the session that they read changes. */
export class SessionFeed {
  readonly #readers = new Set<AsyncIterableIterator<Event>[]>();
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Readers go on with this session when the events of the one before it have ended. */
  moveTo(session: Session): void {
    this.#session = session;
    for (const reader of this.#readers) reader.push(session.events());
  }

  /** Events from the call on. They end with those of the last session. */
  read(): AsyncIterableIterator<Event> {
    const coming = [this.#session.events()];
    this.#readers.add(coming);
    return this.#through(coming);
  }

  async *#through(coming: AsyncIterableIterator<Event>[]): AsyncGenerator<Event, void, undefined> {
    try {
      for (let events = coming.shift(); events !== undefined; events = coming.shift()) yield* events;
    } finally {
      this.#readers.delete(coming);
      for (const events of coming) await events.return?.();
    }
  }
}
