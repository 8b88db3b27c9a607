import type { Event, Session, SessionState } from "coxswain";

/** The part of a session that a screen shows and uses. `Session` has it, and so has one that another process has open. */
export interface ScreenSession extends Pick<Session, "id" | "isBusy" | "entries" | "abort"> {
  readonly state: Pick<SessionState, "cwd" | "model">;
  /** The queued messages, in the order of their delivery. */
  readonly waiting: readonly { readonly text: string; cancel(): void }[];
  /** Returns the events from now on. Called once. */
  events(): AsyncIterableIterator<Event>;
}

/**
 * Returns whether an event is that of an entry which a screen has read with the session, up to the entry `last`: a session has its
 * entries before it emits them.
 */
export const isRead = (event: Event, { id }: ScreenSession, last: number): boolean =>
  event.type === "entry" && event.sessionId === id && event.entry.seq <= last;
