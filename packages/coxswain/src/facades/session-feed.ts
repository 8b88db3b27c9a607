import type { Event } from "../journal/index.ts";
import type { Session } from "../session/index.ts";

/** Events of successive sessions, for readers that persist across a change of session. */
export class SessionFeed {
  readonly #readers = new Set<AsyncIterableIterator<Event>[]>();
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Moves readers to this session when the events of the previous one have ended. */
  moveTo(session: Session): void {
    this.#session = session;
    for (const reader of this.#readers) reader.push(session.events());
  }

  /** Streams events from the call on. Ends with the events of the last session. */
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
