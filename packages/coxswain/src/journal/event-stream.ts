import type { Event } from "./event.ts";
import { type EventOf, type EventReader, type PastEvents, Reader, type ReadingOptions } from "./event-reader.ts";
import type { Listener, ListenerQueue } from "./listener-queue.ts";

/** Distributes events to readers and listeners. */
export class EventStream {
  readonly #readers = new Set<Reader>();
  readonly #listeners: Listener[] = [];
  #closed = false;

  /** True if there are readers or listeners; without them no event need be created. */
  get hasReaders(): boolean {
    return this.#readers.size > 0 || this.#listeners.length > 0;
  }

  /** Adds an event to all readers, and calls the listeners now or through a queue that several streams share. */
  publish(event: Event, queue?: ListenerQueue): void {
    for (const reader of this.#readers) reader.push(event);
    for (const listener of this.#listeners) {
      if (queue === undefined) listener(event);
      else queue.add(listener, event);
    }
  }

  /** Returns the past events and then new ones until the stream is closed. Ending the iteration unsubscribes. */
  subscribe<Type extends Event["type"] = Event["type"]>(
    past: PastEvents = [],
    options: ReadingOptions<Type> = {},
  ): EventReader<EventOf<Type>> {
    const reader = new Reader(past, options, () => this.#readers.delete(reader));
    if (this.#closed) reader.end();
    else this.#readers.add(reader);
    return reader as EventReader as EventReader<EventOf<Type>>;
  }

  /** Calls a listener synchronously with each event, before readers resume. A listener must not throw. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Ends the readers after their unread events. */
  close(): void {
    this.#closed = true;
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }
}

/** Returns a reader of past events only. */
export const pastEvents = <Type extends Event["type"] = Event["type"]>(
  past: PastEvents,
  options: ReadingOptions<Type> = {},
): EventReader<EventOf<Type>> => {
  const reader = new Reader(past, options, () => {});
  reader.end();
  return reader as EventReader as EventReader<EventOf<Type>>;
};

/** The streams of a sub-agent's ancestors, which receive its events, too. */
export interface Upstream {
  readonly hasReaders: boolean;
  /** Orders the listeners of all these streams. */
  readonly listenerQueue: ListenerQueue;
  publish(event: Event): void;
}
