import type { Event, Session, SessionState } from "coxswain";
import type { QueuedInput } from "coxswain/session";

/** The state of a session that a screen shows. */
type ShownState = Pick<SessionState, "cwd" | "model" | "thinking" | "title" | "usage" | "cost" | "jobs" | "tasks">;

/** A queued message. */
export interface WaitingMessage extends Pick<QueuedInput, "how" | "text"> {
  /**
   * Cancels it, as far as that is possible: at once, or when the returned promise resolves. It is no longer among the waiting ones
   * if it was cancelled.
   */
  cancel(reason: string, options: { readonly returned: boolean }): unknown;
}

/** A line for a user who changes the mode of a shared session. */
export const OWNERS_MODE = "The other process sets the permission mode";

/** The part of a session that a screen shows and uses. `Session` has it, and so has one that another process has open. */
export interface ScreenSession extends Pick<Session, "id" | "isBusy" | "status" | "entries" | "questions" | "abort"> {
  readonly state: ShownState;
  readonly waiting: readonly WaitingMessage[];
  /** Its changes in files, as far as they are read. */
  readonly files: Pick<Session["files"], "history" | "changed" | "diff">;
  /** True while another process has the session open, where it continues when the user leaves. Default: false. */
  readonly isShared?: boolean;
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
