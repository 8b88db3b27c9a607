import type { Draft, Entry, Log } from "../log/index.ts";
import type { Journal, RunEvent } from "../loop/index.ts";
import type { AgentRef, Event, SessionEvent } from "./event.ts";
import type { EventStream } from "./event-stream.ts";

/** The session's log and streams as one: what is appended is told, and what is told has its place. */
export class SessionJournal implements Journal {
  readonly #log: Log;
  readonly #streams: readonly EventStream[];
  readonly #now: () => number;
  readonly #agent: AgentRef;

  constructor(log: Log, streams: readonly EventStream[], now: () => number) {
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
    this.emit({ type: "entry", entry });
    return entry;
  }

  sync(): Promise<void> {
    return this.#log.sync();
  }

  view: Journal["view"] = (fold) => this.#log.view(fold);

  emit(event: RunEvent | SessionEvent): void {
    let placed: Event | undefined;
    for (const stream of this.#streams) {
      if (!stream.read) continue;
      placed ??= this.place(event);
      stream.publish(placed);
    }
  }

  /** An event with where and when it happened; of an entry, the entry's own place. */
  place(event: RunEvent | SessionEvent): Event {
    const seq = event.type === "entry" ? event.entry.seq : this.#log.writtenSeq;
    const at = event.type === "entry" ? event.entry.at : this.#now();
    return Object.freeze({ ...event, seq, at, sessionId: this.#log.header.id, agent: this.#agent });
  }
}
