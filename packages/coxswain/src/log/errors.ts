/** A session was asked for by an id that the store does not have. */
export class SessionNotFoundError extends Error {
  readonly code = "session_not_found";
  override readonly name = "SessionNotFoundError";
  readonly sessionId: string;
  constructor(sessionId: string) {
    super(`No session "${sessionId}".`);
    this.sessionId = sessionId;
  }
}

/** An entry was named by an id that the log does not have. */
export class EntryNotFoundError extends Error {
  readonly code = "entry_not_found";
  override readonly name = "EntryNotFoundError";
  readonly entryId: string;
  constructor(entryId: string) {
    super(`No entry "${entryId}" in this session.`);
    this.entryId = entryId;
  }
}

/** An entry was to be appended under an id that the log has already. Nothing was appended. */
export class EntryExistsError extends Error {
  readonly code = "entry_exists";
  override readonly name = "EntryExistsError";
  readonly entryId: string;
  constructor(entryId: string) {
    super(`An entry "${entryId}" is in this session already.`);
    this.entryId = entryId;
  }
}

/** An entry is larger than a store takes. Nothing was appended. */
export class EntryTooLargeError extends Error {
  readonly code = "entry_too_large";
  override readonly name = "EntryTooLargeError";
  constructor(bytes: number, limit: number) {
    super(`The entry has ${bytes} bytes and the session takes at most ${limit}; keep large content outside of it.`);
  }
}

/** A log was used after it was closed. */
export class LogClosedError extends Error {
  readonly code = "log_closed";
  override readonly name = "LogClosedError";
  constructor() {
    super("The session's log is closed.");
  }
}

/** An append did not reach the store. What was acknowledged before is unharmed; `cause` says what failed. */
export class LogWriteError extends Error {
  readonly code = "log_write";
  override readonly name = "LogWriteError";
}

/** A file that should hold a session does not, or is of a newer format. Nothing was changed. */
export class LogFormatError extends Error {
  readonly code = "log_format";
  override readonly name = "LogFormatError";
}
