import type { FollowOptions, Store } from "../log/index.ts";
import { asAnyEntry, type Event, isValidEntry } from "../journal/index.ts";

/** Event that carries an entry. */
export type EntryEvent = Extract<Event, { readonly type: "entry" }>;

/**
 * Yields the events of a session's entries, whichever process has it open: first the stored entries after a given one,
 * then each new entry as its owner appends it. The events equal those of the owner's stream. Ends on request, or when
 * the session is removed.
 * @throws {SessionNotFoundError} on the first read.
 */
export async function* followSession(store: Store, id: string, options?: FollowOptions): AsyncGenerator<EntryEvent> {
  const agent = Object.freeze({ id, depth: 0 });
  for await (const entry of store.follow(id, options)) {
    if (isValidEntry(entry))
      yield Object.freeze({ type: "entry", entry: asAnyEntry(entry), seq: entry.seq, at: entry.at, sessionId: id, agent });
  }
}
