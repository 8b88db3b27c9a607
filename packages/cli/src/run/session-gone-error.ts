/** A session was removed while this process waited for it. */
export class SessionGoneError extends Error {
  override readonly name = "SessionGoneError";
  readonly code = "session_gone";

  constructor(sessionId: string, lost: boolean) {
    super(`Session ${sessionId} was removed while it was followed${lost ? "; the task was not worked on: give it again" : ""}.`);
  }
}
