import type { FollowOptions, Store } from "../log/index.ts";
import { asAnyEntry, type Event, isValidEntry } from "../journal/index.ts";

/** An event that tells a fact. */
export type EntryEvent = Extract<Event, { readonly type: "entry" }>;

/**
 * What happens in a session, whoever has it open, as far as facts tell: those after an entry, and then each as its owner
 * appends it. The events are those that the owner's own stream has. It ends when it is told to, or the session is removed.
 * @throws {SessionNotFoundError} when it is read.
 */
export async function* followSession(store: Store, id: string, options?: FollowOptions): AsyncGenerator<EntryEvent> {
  const agent = Object.freeze({ id, depth: 0 });
  for await (const entry of store.follow(id, options)) {
    if (isValidEntry(entry))
      yield Object.freeze({ type: "entry", entry: asAnyEntry(entry), seq: entry.seq, at: entry.at, sessionId: id, agent });
  }
}
