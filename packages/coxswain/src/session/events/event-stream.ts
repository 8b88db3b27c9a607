import type { Event } from "./event.ts";

/** Events that a reader may leave unread before those that belong together are joined into one. */
const SLOW = 256;

/** Events that were; a promise where they have to be read first. */
export type Past = Iterable<Event> | Promise<Iterable<Event>>;

/** Hands events to whoever reads along. Events are never dropped; for a slow reader, those that add up are joined. */
export class EventStream {
  readonly #readers = new Set<Reader>();
  readonly #listeners: ((event: Event) => void)[] = [];
  #closed = false;

  /** Whether anybody reads: an event that nobody reads need not be made. */
  get read(): boolean {
    return this.#readers.size > 0 || this.#listeners.length > 0;
  }

  publish(event: Event): void {
    for (const listener of this.#listeners) listener(event);
    for (const reader of this.#readers) reader.push(event);
  }

  /** Events that were, and then those from now on until the stream is closed. Reading stops when the iteration is left. */
  subscribe(past: Past = []): AsyncIterableIterator<Event> {
    const reader = new Reader(past, () => this.#readers.delete(reader));
    if (this.#closed) reader.end();
    else this.#readers.add(reader);
    return reader;
  }

  /** Tells somebody each event in the very step in which it is published, before all readers. A listener must not throw. */
  listen(listener: (event: Event) => void): void {
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
export const pastEvents = (past: Past): AsyncIterableIterator<Event> => {
  const reader = new Reader(past, () => {});
  reader.end();
  return reader;
};

class Reader implements AsyncIterableIterator<Event> {
  readonly #leave: () => void;
  readonly #waiting: ((result: IteratorResult<Event>) => void)[] = [];
  /** Until the events that were are there. */
  #opening: Promise<void> | undefined;
  #past: Iterator<Event> | undefined;
  #buffer: Event[] = [];
  /** Those before it in the buffer were read. */
  #next = 0;
  #ended = false;

  constructor(past: Past, leave: () => void) {
    this.#leave = leave;
    if (!(past instanceof Promise)) {
      this.#past = past[Symbol.iterator]();
      return;
    }
    this.#opening = past.then((events) => {
      this.#opening = undefined;
      this.#past = events[Symbol.iterator]();
    });
    this.#opening.catch(() => leave()); // who reads has the error, and nothing else to come
  }

  push(event: Event): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) return waiting({ value: event, done: false });
    const last = this.#buffer.length - 1;
    const joined = last - this.#next >= SLOW ? join(this.#buffer[last], event) : undefined;
    if (joined === undefined) this.#buffer.push(event);
    else this.#buffer[last] = joined;
  }

  end(): void {
    this.#ended = true;
    for (const waiting of this.#waiting.splice(0)) waiting({ value: undefined, done: true });
  }

  next(): Promise<IteratorResult<Event>> {
    if (this.#opening !== undefined) return this.#opening.then(() => this.next());
    const event = this.#take();
    if (event !== undefined) return Promise.resolve({ value: event, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async return(): Promise<IteratorResult<Event>> {
    this.#leave();
    this.#past = undefined;
    this.#buffer = [];
    this.#next = 0;
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): Event | undefined {
    const past = this.#past?.next();
    if (past?.done === false) return past.value;
    this.#past = undefined;
    const event = this.#buffer[this.#next];
    if (event === undefined) return undefined;
    this.#next += 1;
    // What was read is let go of, also when the reader never quite catches up.
    if (this.#next === this.#buffer.length || (this.#next > SLOW && this.#next * 2 > this.#buffer.length)) {
      this.#buffer = this.#buffer.slice(this.#next);
      this.#next = 0;
    }
    return event;
  }
}

/** Two events as one that says the same: deltas of one part, output of one command, how far one call is. */
const join = (last: Event | undefined, event: Event): Event | undefined => {
  if (last?.type === "message_delta" && event.type === "message_delta") {
    const together = last.messageId === event.messageId && last.part === event.part;
    return together ? Object.freeze({ ...last, delta: last.delta + event.delta }) : undefined;
  }
  if (last?.type === "shell_output" && event.type === "shell_output") {
    return last.shellId === event.shellId ? Object.freeze({ ...last, text: last.text + event.text }) : undefined;
  }
  if (last?.type === "tool_progress" && event.type === "tool_progress") return last.callId === event.callId ? event : undefined;
  return undefined;
};
