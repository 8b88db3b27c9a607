import type { Event } from "./event.ts";

/** Events that a reader may leave unread before those that belong together are joined into one. */
const SLOW = 256;

/** How far back that is looked for: what many agents and calls tell comes in turns. */
const NEAR = 64;

/** Pieces of what is told whole later on. All other events are never dropped. */
const PASSING: ReadonlySet<Event["type"]> = new Set(["message_delta", "tool_progress", "shell_output"]);

/** Events that were; a promise where they have to be read first. */
export type Past = Iterable<Event> | Promise<Iterable<Event>>;

/** The event of a type. */
export type EventOf<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

/** Which events are read, and how many may wait. */
export interface ReadingOptions<Type extends Event["type"] = Event["type"]> {
  /** Default: all. */
  readonly types?: readonly Type[] | undefined;
  /** Id of the session whose own events they are. Default: those of all that tell here. */
  readonly session?: string | undefined;
  /**
   * Events that may wait unread: while so many do, deltas of messages, progress of calls and output of commands are dropped
   * and counted, and no other event is. Default: none are dropped, and of a slow reader's those that add up are joined.
   */
  readonly buffer?: number | undefined;
}

/** Events, one after the other. */
export interface EventReader<Told extends Event = Event> extends AsyncIterableIterator<Told> {
  /** How many were dropped so far. */
  readonly dropped: number;
}

export class Reader implements EventReader {
  readonly #leave: () => void;
  /** Undefined: all. */
  readonly #types: ReadonlySet<Event["type"]> | undefined;
  /** Undefined: of all. */
  readonly #session: string | undefined;
  readonly #most: number;
  readonly #waiting: ((result: IteratorResult<Event>) => void)[] = [];
  /** Until the events that were are there. */
  #opening: Promise<void> | undefined;
  #past: Iterator<Event> | undefined;
  #buffer: Event[] = [];
  /** Those before it in the buffer were read. */
  #next = 0;
  #ended = false;
  #dropped = 0;

  constructor(past: Past, { types, session, buffer = Infinity }: ReadingOptions, leave: () => void) {
    this.#leave = leave;
    this.#types = types === undefined ? undefined : new Set(types);
    this.#session = session;
    this.#most = buffer;
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

  get dropped(): number {
    return this.#dropped;
  }

  push(event: Event): void {
    if (!this.#wants(event)) return;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) return waiting({ value: event, done: false });
    if (this.#buffer.length - this.#next >= this.#most && PASSING.has(event.type)) return void (this.#dropped += 1);
    const slow = this.#buffer.length - this.#next > SLOW && PASSING.has(event.type);
    if (!slow || !this.#join(event)) this.#buffer.push(event);
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

  #wants({ type, sessionId }: Event): boolean {
    return this.#types?.has(type) !== false && (this.#session ?? sessionId) === sessionId;
  }

  /** Joins it to one of the latest, past events of other sessions and pieces of its own kind: calls may run beside each other. */
  #join(event: Event): boolean {
    for (let at = this.#buffer.length - 1; at >= this.#next && at >= this.#buffer.length - NEAR; at--) {
      const last = this.#buffer[at];
      if (last?.sessionId !== event.sessionId) continue;
      const joined = join(last, event);
      if (joined !== undefined) this.#buffer[at] = joined;
      if (joined !== undefined || last.type !== event.type) return joined !== undefined;
    }
    return false;
  }

  #take(): Event | undefined {
    for (let past = this.#past?.next(); past?.done === false; past = this.#past?.next()) {
      if (this.#wants(past.value)) return past.value;
    }
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
const join = (last: Event, event: Event): Event | undefined => {
  if (last.type === "message_delta" && event.type === "message_delta") {
    const together = last.messageId === event.messageId && last.part === event.part;
    return together ? Object.freeze({ ...last, delta: last.delta + event.delta }) : undefined;
  }
  if (last.type === "shell_output" && event.type === "shell_output") {
    return last.shellId === event.shellId ? Object.freeze({ ...last, text: last.text + event.text }) : undefined;
  }
  if (last.type === "tool_progress" && event.type === "tool_progress") return last.callId === event.callId ? event : undefined;
  return undefined;
};
