import type { Session, SessionState } from "coxswain";

/** The part of a session that a screen shows and uses. `Session` has it, and so has one that another process has open. */
export interface ScreenSession extends Pick<Session, "id" | "status" | "isBusy" | "entries" | "events" | "abort"> {
  readonly state: Pick<SessionState, "cwd" | "model">;
  /** The queued messages, in the order of their delivery. */
  readonly waiting: readonly { readonly text: string; cancel(): void }[];
}
