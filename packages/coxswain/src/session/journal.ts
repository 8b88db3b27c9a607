import type { Draft, Entry, Log } from "../log/index.ts";
import type { Journal, RunEvent } from "../loop/index.ts";
import type { AgentRef, Event, SessionEvent } from "./event.ts";
import type { EventStream, Past } from "./event-stream.ts";

/** Who is told: whoever reads the session, all sessions, or the run that goes on. */
export interface Streams {
  readonly session: EventStream;
  readonly runtime: EventStream;
  readonly run: () => EventStream | undefined;
}

/** The session's log and streams as one: what is appended is told, and what is told has its place. */
export class SessionJournal implements Journal {
  readonly #log: Log;
  readonly #streams: Streams;
  readonly #now: () => number;
  readonly #agent: AgentRef;

  constructor(log: Log, streams: Streams, now: () => number) {
    this.#log = log;
    this.#streams = streams;
    this.#now = now;
    this.#agent = Object.freeze({ id: log.header.id, depth: 0 });
  }

  get path(): readonly Entry[] {
    return this.#log.path;
  }

  mint(): string {
    return this.#log.mint();
  }

  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    const [entry] = await this.#log.append<E>(draft);
    if (entry === undefined) throw new Error("The log appended nothing.");
    return entry;
  }

  sync(): Promise<void> {
    return this.#log.sync();
  }

  view: Journal["view"] = (fold) => this.#log.view(fold);

  /** Entries that the store has by now, after the one with this seq, as the events that told them. */
  toldAfter(seq: number): Past {
    const { writtenSeq, wholeFrom } = this.#log;
    const told = () => this.#placed(this.#log.entries.filter((entry) => entry.seq > seq && entry.seq <= writtenSeq));
    return seq + 1 >= wholeFrom ? told() : this.#log.complete().then(told);
  }

  /** Tells entries that the store has now. */
  tellWritten(entries: readonly Entry[]): void {
    for (const entry of entries) this.emit({ type: "entry", entry });
  }

  emit(event: RunEvent | SessionEvent): void {
    const { session, runtime, run } = this.#streams;
    if (session.read || runtime.read || run()?.read === true) this.tell(event);
  }

  /** Emits an event, and gives it as it was told. */
  tell(event: RunEvent | SessionEvent): Event {
    const placed = this.place(event);
    const { session, runtime, run } = this.#streams;
    session.publish(placed);
    runtime.publish(placed);
    run()?.publish(placed);
    return placed;
  }

  /** An event with where and when it happened; of an entry, the entry's own place. */
  place(event: RunEvent | SessionEvent): Event {
    const seq = event.type === "entry" ? event.entry.seq : this.#log.writtenSeq;
    const at = event.type === "entry" ? event.entry.at : this.#now();
    return Object.freeze({ ...event, seq, at, sessionId: this.#log.header.id, agent: this.#agent });
  }

  /** Made one by one, as they are read: a session may have a hundred thousand. */
  *#placed(entries: readonly Entry[]): Generator<Event> {
    for (const entry of entries) yield this.place({ type: "entry", entry });
  }
}
