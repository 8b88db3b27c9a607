import { type Draft, type Entry, type Log, LogWriteError } from "../log/index.ts";
import type { AgentRef, Journal, RunEvent, SyncMoment } from "../loop/index.ts";
import { type Durability, syncsAt } from "./durability.ts";
import type { PastEvents } from "./event-reader.ts";
import type { EventStream, Upstream } from "./event-stream.ts";
import type { Event, SessionEvent } from "./event.ts";
import { ListenerQueue } from "./listener-queue.ts";
import { assertValidEntry } from "./validate-entry.ts";
import { asAnyEntry } from "./entries.ts";

/** Streams that receive this session's events. */
export interface Streams {
  readonly session: EventStream;
  readonly runtime: EventStream;
  readonly run: () => EventStream | undefined;
  /** Sub-agents only: the streams of its ancestors. */
  readonly parent?: Upstream | undefined;
}

/** The session's log and streams as one: it emits appended entries, and stamps events with their position. */
export class SessionJournal implements Journal {
  readonly #log: Log;
  readonly #runtime: EventStream;
  readonly #now: () => number;
  readonly #durability: Durability;
  /** The agent of this session. */
  readonly agent: AgentRef;
  /** The streams that also receive the events of this session's sub-agents. */
  readonly mirror: Upstream;
  /** True while the store has failed to write entries. */
  #isBehind = false;

  constructor(log: Log, streams: Streams, now: () => number, durability: Durability, stamp: Omit<AgentRef, "id"> = { depth: 0 }) {
    this.#log = log;
    this.#runtime = streams.runtime;
    this.#now = now;
    this.#durability = durability;
    this.agent = Object.freeze({ id: log.header.id, ...stamp });
    this.mirror = mirrorTo(streams);
  }

  get path(): readonly Entry[] {
    return this.#log.path.entries;
  }

  /** Milliseconds since the epoch, as in the times of entries. */
  now(): number {
    return this.#now();
  }

  mint(): string {
    return this.#log.mint();
  }

  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    const { id = this.mint() } = draft;
    const written = await this.#written(this.#log.append<E>({ ...draft, id }));
    return (written?.[0] ?? this.#log.get(id)) as E;
  }

  async appendUntrusted<E extends Entry>(draft: Draft<E>): Promise<E> {
    assertValidEntry(draft);
    return this.append(draft);
  }

  /** Appends all in one write, or none. */
  async appendAll<E extends Entry>(...drafts: readonly Draft<E>[]): Promise<void> {
    await this.#written(this.#log.append<E>(...drafts));
  }

  async sync(moment: SyncMoment): Promise<void> {
    if (syncsAt(this.#durability, moment)) await this.#written(this.#log.sync());
  }

  view: Journal["view"] = (fold) => this.#log.view(fold);

  /** Returns the events of the persisted entries after this seq. */
  eventsAfter(seq: number): PastEvents {
    const { writtenSeq, wholeFrom } = this.#log;
    const events = () => this.#eventsOf(this.#log.entries.filter((entry) => entry.seq > seq && entry.seq <= writtenSeq));
    return seq + 1 >= wholeFrom ? events() : this.#log.complete().then(events);
  }

  /** Emits entries that the store has persisted. */
  emitWritten(entries: readonly Entry[]): void {
    for (const entry of entries) this.emit({ type: "entry", entry: asAnyEntry(entry) });
    if (!this.#isBehind) return;
    this.#isBehind = false;
    this.emit({ type: "warning", message: "The session is being saved again, including the entries held in memory." });
  }

  emit(event: RunEvent | SessionEvent): void {
    if (this.#runtime.hasReaders || this.mirror.hasReaders) this.publish(event);
  }

  /** Emits an event even without readers, and returns it. */
  publish(event: RunEvent | SessionEvent): Event {
    const stamped = this.place(event);
    const { listenerQueue } = this.mirror;
    this.#runtime.publish(stamped, listenerQueue);
    this.mirror.publish(stamped);
    listenerQueue.deliver();
    return stamped;
  }

  /** Adds the position and time to an event; those of an entry are the entry's own. */
  place(event: RunEvent | SessionEvent): Event {
    const seq = event.type === "entry" ? event.entry.seq : this.#log.writtenSeq;
    const at = event.type === "entry" ? event.entry.at : this.#now();
    return Object.freeze({ ...event, seq, at, sessionId: this.#log.header.id, agent: this.agent });
  }

  /** Entries remain in the log if the store fails. Emits one warning until the store works again. */
  async #written<Value>(writing: Promise<Value>): Promise<Value | undefined> {
    try {
      return await writing;
    } catch (error) {
      if (!(error instanceof LogWriteError)) throw error;
      if (!this.#isBehind)
        this.emit({ type: "warning", message: `Cannot save the session; new entries are held in memory. ${error.message}` });
      this.#isBehind = true;
      if (this.#durability !== "off") throw error;
      return undefined;
    }
  }

  /** Creates the events lazily: a session may have a hundred thousand. */
  *#eventsOf(entries: readonly Entry[]): Generator<Event> {
    for (const entry of entries) yield this.place({ type: "entry", entry: asAnyEntry(entry) });
  }
}

/** All streams except the runtime's, which receives each event once. */
const mirrorTo = ({ session, run, parent }: Streams): Upstream => {
  const { listenerQueue } = parent ?? { listenerQueue: new ListenerQueue() };
  return {
    listenerQueue,
    get hasReaders() {
      return session.hasReaders || run()?.hasReaders === true || parent?.hasReaders === true;
    },
    publish(event) {
      session.publish(event, listenerQueue);
      run()?.publish(event, listenerQueue);
      parent?.publish(event);
    },
  };
};
