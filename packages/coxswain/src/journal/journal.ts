import { type Draft, type Entry, type Log, LogWriteError } from "../log/index.ts";
import type { AgentRef, Journal, RunEvent, SyncMoment } from "../loop/index.ts";
import { type Durability, syncsAt } from "./durability.ts";
import type { Past } from "./event-reader.ts";
import type { EventStream } from "./event-stream.ts";
import type { Event, SessionEvent } from "./event.ts";
import { ListenerQueue } from "./hearing.ts";
import { assertValidEntry } from "./must-be-sound.ts";
import type { Upstream } from "./upstream.ts";
import { asAnyEntry } from "./session-log-entry.ts";

/** Who is told: whoever reads the session, all sessions, or the run that goes on. */
export interface Streams {
  readonly session: EventStream;
  readonly runtime: EventStream;
  readonly run: () => EventStream | undefined;
  /** Of a sub-agent: its ancestors' readers. */
  readonly above?: Upstream | undefined;
}

/** The session's log and streams as one: what is appended is told, and what is told has its place. */
export class SessionJournal implements Journal {
  readonly #log: Log;
  readonly #runtime: EventStream;
  readonly #now: () => number;
  readonly #durability: Durability;
  /** Whose session it is. */
  readonly agent: AgentRef;
  /** What happens in the sessions of this one's agents is told here as well, and above. */
  readonly mirror: Upstream;
  /** Whether the store did not take what was last given to it. */
  #owes = false;

  constructor(log: Log, streams: Streams, now: () => number, durability: Durability, place: Omit<AgentRef, "id"> = { depth: 0 }) {
    this.#log = log;
    this.#runtime = streams.runtime;
    this.#now = now;
    this.#durability = durability;
    this.agent = Object.freeze({ id: log.header.id, ...place });
    this.mirror = mirrorTo(streams);
  }

  get path(): readonly Entry[] {
    return this.#log.path;
  }

  mint(): string {
    return this.#log.mint();
  }

  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    const { id = this.mint() } = draft;
    const written = await this.#written(this.#log.append<E>({ ...draft, id }));
    return (written?.[0] ?? this.#log.get(id)) as E;
  }

  async record<E extends Entry>(draft: Draft<E>): Promise<E> {
    assertValidEntry(draft);
    return this.append(draft);
  }

  /** In one write: all of them hold, or none. */
  async appendAll<E extends Entry>(...drafts: readonly Draft<E>[]): Promise<void> {
    await this.#written(this.#log.append<E>(...drafts));
  }

  async sync(moment: SyncMoment): Promise<void> {
    if (syncsAt(this.#durability, moment)) await this.#written(this.#log.sync());
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
    for (const entry of entries) this.emit({ type: "entry", entry: asAnyEntry(entry) });
    if (!this.#owes) return;
    this.#owes = false;
    this.emit({ type: "warning", message: "The session's log is written again, with all that was kept in memory meanwhile." });
  }

  emit(event: RunEvent | SessionEvent): void {
    if (this.#runtime.read || this.mirror.read) this.tell(event);
  }

  /** Emits an event, and gives it as it was told. */
  tell(event: RunEvent | SessionEvent): Event {
    const placed = this.place(event);
    const { hearing } = this.mirror;
    this.#runtime.publish(placed, hearing);
    this.mirror.publish(placed);
    hearing.deliver();
    return placed;
  }

  /** An event with where and when it happened; of an entry, the entry's own place. */
  place(event: RunEvent | SessionEvent): Event {
    const seq = event.type === "entry" ? event.entry.seq : this.#log.writtenSeq;
    const at = event.type === "entry" ? event.entry.at : this.#now();
    return Object.freeze({ ...event, seq, at, sessionId: this.#log.header.id, agent: this.agent });
  }

  /** What the store does not take are facts all the same. The person is told once, until it takes them again. */
  async #written<Value>(writing: Promise<Value>): Promise<Value | undefined> {
    try {
      return await writing;
    } catch (error) {
      if (!(error instanceof LogWriteError)) throw error;
      if (!this.#owes) this.emit({ type: "warning", message: `What happens is kept in memory until it can be written. ${error.message}` });
      this.#owes = true;
      if (this.#durability !== "off") throw error;
      return undefined;
    }
  }

  /** Made one by one, as they are read: a session may have a hundred thousand. */
  *#placed(entries: readonly Entry[]): Generator<Event> {
    for (const entry of entries) yield this.place({ type: "entry", entry: asAnyEntry(entry) });
  }
}

/** All readers but those of the whole runtime, which are told each event once. */
const mirrorTo = ({ session, run, above }: Streams): Upstream => {
  const { hearing } = above ?? { hearing: new ListenerQueue() };
  return {
    hearing,
    get read() {
      return session.read || run()?.read === true || above?.read === true;
    },
    publish(event) {
      session.publish(event, hearing);
      run()?.publish(event, hearing);
      above?.publish(event);
    },
  };
};
