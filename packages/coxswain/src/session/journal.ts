import type { Draft, Entry, Log } from "../log/index.ts";
import type { Journal, RunEvent } from "../loop/index.ts";
import type { AgentRef, Event, SessionEvent } from "./event.ts";
import type { EventStream } from "./event-stream.ts";

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
  /** Seq of the last entry that was told: the place of what is no entry. */
  #told: number;

  constructor(log: Log, streams: Streams, now: () => number) {
    this.#log = log;
    this.#streams = streams;
    this.#now = now;
    this.#agent = Object.freeze({ id: log.header.id, depth: 0 });
    this.#told = log.writtenSeq;
  }

  get path(): readonly Entry[] {
    return this.#log.path;
  }

  mint(): string {
    return this.#log.mint();
  }

  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    const [entry] = await this.appendAll<E>([draft]);
    if (entry === undefined) throw new Error("The log appended nothing.");
    return entry;
  }

  /** All of them, or none. */
  async appendAll<E extends Entry>(drafts: readonly Draft<E>[]): Promise<readonly E[]> {
    const entries = await this.#log.append<E>(...drafts);
    this.#tellWritten();
    return entries;
  }

  async moveLeaf(to: string | null): Promise<void> {
    await this.#log.moveLeaf(to);
    this.#tellWritten();
  }

  sync(): Promise<void> {
    return this.#log.sync();
  }

  view: Journal["view"] = (fold) => this.#log.view(fold);

  /** Entries that were told up to now, after the one with this seq, as the events that told them. */
  toldAfter(seq: number): Iterable<Event> {
    return this.#placed(this.#log.entries.filter((entry) => entry.seq > seq && entry.seq <= this.#told));
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
    const seq = event.type === "entry" ? event.entry.seq : this.#told;
    const at = event.type === "entry" ? event.entry.at : this.#now();
    return Object.freeze({ ...event, seq, at, sessionId: this.#log.header.id, agent: this.#agent });
  }

  /** Made one by one, as they are read: a session may have a hundred thousand. */
  *#placed(entries: readonly Entry[]): Generator<Event> {
    for (const entry of entries) yield this.place({ type: "entry", entry });
  }

  /** Also what an earlier append owed, and what was staged. */
  #tellWritten(): void {
    const { entries, writtenSeq } = this.#log;
    const first = entries.findLastIndex(({ seq }) => seq <= this.#told) + 1;
    for (const entry of entries.slice(first).filter(({ seq }) => seq <= writtenSeq)) {
      this.#told = entry.seq;
      this.emit({ type: "entry", entry });
    }
  }
}
