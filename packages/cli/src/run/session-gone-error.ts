/** The session was removed while this process waited for it. */
export class SessionGoneError extends Error {
  override readonly name = "SessionGoneError";
  readonly code = "session_gone";

  constructor(sessionId: string, lost: boolean) {
    super(`The watched session ${sessionId} was removed.${lost ? " The task was not run: submit it again." : ""}`);
  }
}
