import type { Event } from "./event.ts";
import { type EventOf, type EventReader, type Past, Reader, type ReadingOptions } from "./event-reader.ts";
import type { ListenerQueue, Listener } from "./hearing.ts";

/** Hands events to whoever reads along. */
export class EventStream {
  readonly #readers = new Set<Reader>();
  readonly #listeners: Listener[] = [];
  #closed = false;

  /** Whether anybody reads: an event that nobody reads need not be made. */
  get read(): boolean {
    return this.#readers.size > 0 || this.#listeners.length > 0;
  }

  /** Readers have it at once. Listeners hear it now, or in one order with those of other streams. */
  publish(event: Event, hearing?: ListenerQueue): void {
    for (const reader of this.#readers) reader.push(event);
    for (const listener of this.#listeners) {
      if (hearing === undefined) listener(event);
      else hearing.add(listener, event);
    }
  }

  /** Events that were, and then those from now on until the stream is closed. Reading stops when the iteration is left. */
  subscribe<Type extends Event["type"] = Event["type"]>(past: Past = [], options: ReadingOptions<Type> = {}): EventReader<EventOf<Type>> {
    const reader = new Reader(past, options, () => this.#readers.delete(reader));
    if (this.#closed) reader.end();
    else this.#readers.add(reader);
    return reader as EventReader as EventReader<EventOf<Type>>;
  }

  /** Has each event told in the very step in which it is published, before any reader comes to it. A listener must not throw. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Readers get what is left, and then the end. */
  close(): void {
    this.#closed = true;
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }
}

/** Events that were, and no others. */
export const pastEvents = <Type extends Event["type"] = Event["type"]>(
  past: Past,
  options: ReadingOptions<Type> = {},
): EventReader<EventOf<Type>> => {
  const reader = new Reader(past, options, () => {});
  reader.end();
  return reader as EventReader as EventReader<EventOf<Type>>;
};
