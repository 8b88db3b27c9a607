import type { Event } from "./event.ts";

/** Number of unread events from which related events are merged. */
const SLOW = 256;

/** Number of latest events to search for one to merge with: events of parallel agents and calls alternate. */
const NEAR = 64;

/** Partial events; a later event has the whole. All other events are never dropped. */
const PARTIAL: ReadonlySet<Event["type"]> = new Set(["message_delta", "tool_progress", "shell_output"]);

/** Past events; a promise if they must be read first. */
export type PastEvents = Iterable<Event> | Promise<Iterable<Event>>;

/** The event of a type. */
export type EventOf<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

/** Filters and buffering of a reader. */
export interface ReadingOptions<Type extends Event["type"] = Event["type"]> {
  /** Default: all. */
  readonly types?: readonly Type[] | undefined;
  /** Session whose own events to read. Default: all sessions of the stream. */
  readonly session?: string | undefined;
  /**
   * Maximum unread events: beyond it message deltas, tool progress and command output are dropped
   * and counted; other events never are. Default: none are dropped, and a slow reader's partial events are merged.
   */
  readonly buffer?: number | undefined;
}

export interface EventReader<Read extends Event = Event> extends AsyncIterableIterator<Read> {
  /** Number of dropped events so far. */
  readonly dropped: number;
}

export class Reader implements EventReader {
  readonly #unsubscribe: () => void;
  /** Undefined: all. */
  readonly #types: ReadonlySet<Event["type"]> | undefined;
  /** Undefined: all sessions. */
  readonly #session: string | undefined;
  readonly #limit: number;
  readonly #waiters: ((result: IteratorResult<Event>) => void)[] = [];
  /** Pending while past events are being read. */
  #opening: Promise<void> | undefined;
  #past: Iterator<Event> | undefined;
  #buffer: Event[] = [];
  /** Index of the first unread event in the buffer. */
  #next = 0;
  #ended = false;
  #dropped = 0;

  constructor(past: PastEvents, { types, session, buffer = Infinity }: ReadingOptions, unsubscribe: () => void) {
    this.#unsubscribe = unsubscribe;
    this.#types = types === undefined ? undefined : new Set(types);
    this.#session = session;
    this.#limit = buffer;
    if (!(past instanceof Promise)) {
      this.#past = past[Symbol.iterator]();
      return;
    }
    this.#opening = past.then((events) => {
      this.#opening = undefined;
      this.#past = events[Symbol.iterator]();
    });
    this.#opening.catch(() => unsubscribe()); // the reader gets the error from `next`
  }

  get dropped(): number {
    return this.#dropped;
  }

  push(event: Event): void {
    if (!this.#matches(event)) return;
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) return waiter({ value: event, done: false });
    if (this.#buffer.length - this.#next >= this.#limit && PARTIAL.has(event.type)) return void (this.#dropped += 1);
    const slow = this.#buffer.length - this.#next > SLOW && PARTIAL.has(event.type);
    if (!slow || !this.#merge(event)) this.#buffer.push(event);
  }

  end(): void {
    this.#ended = true;
    for (const waiter of this.#waiters.splice(0)) waiter({ value: undefined, done: true });
  }

  next(): Promise<IteratorResult<Event>> {
    if (this.#opening !== undefined) return this.#opening.then(() => this.next());
    const event = this.#take();
    if (event !== undefined) return Promise.resolve({ value: event, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  async return(): Promise<IteratorResult<Event>> {
    this.#unsubscribe();
    this.#past = undefined;
    this.#buffer = [];
    this.#next = 0;
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #matches({ type, sessionId }: Event): boolean {
    return this.#types?.has(type) !== false && (this.#session ?? sessionId) === sessionId;
  }

  /** Merges an event with one of the latest, skipping events of other sessions and parallel calls. */
  #merge(event: Event): boolean {
    for (let at = this.#buffer.length - 1; at >= this.#next && at >= this.#buffer.length - NEAR; at--) {
      const last = this.#buffer[at];
      if (last?.sessionId !== event.sessionId) continue;
      const merged = merge(last, event);
      if (merged !== undefined) this.#buffer[at] = merged;
      if (merged !== undefined || last.type !== event.type) return merged !== undefined;
    }
    return false;
  }

  #take(): Event | undefined {
    for (let past = this.#past?.next(); past?.done === false; past = this.#past?.next()) {
      if (this.#matches(past.value)) return past.value;
    }
    this.#past = undefined;
    const event = this.#buffer[this.#next];
    if (event === undefined) return undefined;
    this.#next += 1;
    // Releases read events even if the reader never catches up.
    if (this.#next === this.#buffer.length || (this.#next > SLOW && this.#next * 2 > this.#buffer.length)) {
      this.#buffer = this.#buffer.slice(this.#next);
      this.#next = 0;
    }
    return event;
  }
}

/** Merges two deltas of one part, two outputs of one command, or two progress events of one call. */
const merge = (last: Event, event: Event): Event | undefined => {
  if (last.type === "message_delta" && event.type === "message_delta") {
    const isSamePart = last.messageId === event.messageId && last.part === event.part;
    return isSamePart ? Object.freeze({ ...last, delta: last.delta + event.delta }) : undefined;
  }
  if (last.type === "shell_output" && event.type === "shell_output") {
    return last.shellId === event.shellId ? Object.freeze({ ...last, text: last.text + event.text }) : undefined;
  }
  if (last.type === "tool_progress" && event.type === "tool_progress") return last.callId === event.callId ? event : undefined;
  return undefined;
};
