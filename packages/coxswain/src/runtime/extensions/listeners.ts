import type { Event, EventStream } from "../../journal/index.ts";

/** Event listeners of extensions. Each has its own reader, so that no run waits for a listener. */
export class Listeners {
  readonly #streams = new Set<EventStream>();
  readonly #listening = new Set<Listening>();

  /** Delivers the events of a runtime from now on. Returns a function that stops delivery. */
  attach(stream: EventStream): () => void {
    this.#streams.add(stream);
    for (const listening of this.#listening) listening.attach(stream);
    return () => this.#streams.delete(stream);
  }

  /**
   * Adds a listener. On its first exception, calls `failed` and removes it. Returns a function that removes the
   * listener.
   */
  add(listener: (event: Event) => unknown, failed: (error: unknown) => void): () => void {
    const end = (): void => {
      this.#listening.delete(listening);
      listening.end();
    };
    const listening = new Listening(listener, (error) => {
      end();
      failed(error);
    });
    this.#listening.add(listening);
    for (const stream of this.#streams) listening.attach(stream);
    return end;
  }
}

class Listening {
  readonly #listener: (event: Event) => unknown;
  readonly #failed: (error: unknown) => void;
  readonly #readers = new Set<AsyncIterableIterator<Event>>();
  #ended = false;

  constructor(listener: (event: Event) => unknown, failed: (error: unknown) => void) {
    this.#listener = listener;
    this.#failed = failed;
  }

  attach(stream: EventStream): void {
    const events = stream.subscribe();
    this.#readers.add(events);
    void this.#read(events);
  }

  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) void reader.return?.();
    this.#readers.clear();
  }

  async #read(events: AsyncIterableIterator<Event>): Promise<void> {
    for await (const event of events) {
      if (this.#ended) return;
      try {
        // Do not await it: events would pile up behind a listener that never settles.
        void Promise.resolve(this.#listener(event)).catch((error: unknown) => this.#fail(error));
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#readers.delete(events);
  }

  #fail(error: unknown): void {
    if (!this.#ended) this.#failed(error);
  }
}
