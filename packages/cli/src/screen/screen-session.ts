import type { Event, Session, SessionState } from "coxswain";

/** The state of a session that a screen shows. */
type ShownState = Pick<SessionState, "cwd" | "model" | "thinking" | "title" | "usage" | "cost" | "jobs" | "tasks">;

/** The part of a session that a screen shows and uses. `Session` has it, and so has one that another process has open. */
export interface ScreenSession extends Pick<Session, "id" | "isBusy" | "status" | "entries" | "waiting" | "questions" | "abort"> {
  readonly state: ShownState;
  /** Returns the events from now on. Called once. */
  events(): AsyncIterableIterator<Event>;
}

/**
 * Returns whether an event is that of an entry which a screen has read with the session, up to the entry `last`: a session has its
 * entries before it emits them.
 */
export const isRead = (event: Event, { id }: ScreenSession, last: number): boolean =>
  event.type === "entry" && event.sessionId === id && event.entry.seq <= last;

/** True if the conversation continues from another entry, so that other blocks are shown. */
export const isPathChange = (event: Event, { id }: Pick<ScreenSession, "id">): boolean =>
  event.type === "entry" && event.sessionId === id && event.entry.type === "leaf";
