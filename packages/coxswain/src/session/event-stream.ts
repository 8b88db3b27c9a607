import type { Event } from "./event.ts";

/** Deltas that a reader may leave unread before those of one part are joined into one. */
const SLOW = 256;

/** What a reader does with an event: it is not its own, it is, or it is the last one. */
export type Share = "skip" | "take" | "last";

/** Hands events to whoever reads along. Events are never dropped; for a slow reader, deltas of one part are joined. */
export class EventStream {
  readonly #readers = new Set<Reader>();
  #closed = false;

  /** Whether anybody reads: an event that nobody reads need not be made. */
  get read(): boolean {
    return this.#readers.size > 0;
  }

  publish(event: Event): void {
    for (const reader of this.#readers) reader.push(event);
  }

  /**
   * Events from now on, those of them that are the reader's, until the last one or until the stream is closed. Reading
   * stops when the iteration is left. `share` is asked once for each event, when it happens.
   */
  subscribe(share: (event: Event) => Share = () => "take"): AsyncIterableIterator<Event> {
    const reader = new Reader(share, () => this.#readers.delete(reader));
    if (this.#closed) reader.end();
    else this.#readers.add(reader);
    return reader;
  }

  /** Readers get what is left, and then the end. */
  close(): void {
    this.#closed = true;
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }
}

/** Written by hand, with one promise for an event: it stands between every delta and whoever shows it. */
class Reader implements AsyncIterableIterator<Event> {
  readonly #share: (event: Event) => Share;
  readonly #leave: () => void;
  #buffer: Event[] = [];
  #next = 0;
  #waiting: ((result: IteratorResult<Event>) => void) | undefined;
  #ended = false;

  constructor(share: (event: Event) => Share, leave: () => void) {
    this.#share = share;
    this.#leave = leave;
  }

  push(event: Event): void {
    const share = this.#share(event);
    if (share === "skip") return;
    this.#keep(event);
    if (share === "take") return;
    this.#leave();
    this.end();
  }

  #keep(event: Event): void {
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      this.#waiting = undefined;
      waiting({ value: event, done: false });
      return;
    }
    if (this.#buffer.length - this.#next >= SLOW && this.#join(event)) return;
    this.#buffer.push(event);
  }

  end(): void {
    this.#ended = true;
    this.#waiting?.({ value: undefined, done: true });
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<Event>> {
    const event = this.#buffer[this.#next];
    if (event !== undefined) {
      this.#next += 1;
      if (this.#next === this.#buffer.length) {
        this.#buffer = [];
        this.#next = 0;
      }
      return Promise.resolve({ value: event, done: false });
    }
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  async return(): Promise<IteratorResult<Event>> {
    this.#leave();
    this.#buffer = [];
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #join(event: Event): boolean {
    const last = this.#buffer.at(-1);
    if (event.type !== "message_delta" || last?.type !== "message_delta") return false;
    if (last.messageId !== event.messageId || last.part !== event.part) return false;
    this.#buffer[this.#buffer.length - 1] = Object.freeze({ ...last, delta: last.delta + event.delta });
    return true;
  }
}
