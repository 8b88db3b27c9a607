import { CoxswainError } from "../base/index.ts";
/** The store has no session with the requested id. */
export class SessionNotFoundError extends CoxswainError {
  readonly code = "session_not_found";
  override readonly name = "SessionNotFoundError";
  readonly sessionId: string;
  constructor(sessionId: string) {
    super(`No session "${sessionId}".`);
    this.sessionId = sessionId;
  }
}

/** The log has no entry with the requested id. */
export class EntryNotFoundError extends CoxswainError {
  readonly code = "entry_not_found";
  override readonly name = "EntryNotFoundError";
  readonly entryId: string;
  constructor(entryId: string) {
    super(`No entry "${entryId}" in this session.`);
    this.entryId = entryId;
  }
}

/** The log already has an entry with the draft's id. No entry was appended. */
export class EntryExistsError extends CoxswainError {
  readonly code = "entry_exists";
  override readonly name = "EntryExistsError";
  readonly entryId: string;
  constructor(entryId: string) {
    super(`An entry "${entryId}" is in this session already.`);
    this.entryId = entryId;
  }
}

/** The requested fold is undeclared, so the checkpoint that the log was opened from contains no state for it. */
export class FoldNotDeclaredError extends CoxswainError {
  readonly code = "fold_not_declared";
  override readonly name = "FoldNotDeclaredError";
  constructor(fold: string) {
    super(`The fold "${fold}" is not declared, and the session is only partly read. Add the fold to a tool's \`requiredState\`.`);
  }
}

/** An entry exceeds the store's size limit. No entry was appended. */
export class EntryTooLargeError extends CoxswainError {
  readonly code = "entry_too_large";
  override readonly name = "EntryTooLargeError";
  constructor(bytes: number, limit: number) {
    super(`The entry has ${bytes} bytes and the session takes at most ${limit}; keep large content outside of it.`);
  }
}

/** The process that writes to a session, for display. */
export interface SessionOwner {
  readonly pid: number;
  readonly host: string;
  /** Time since which the process has had sessions open, this one or others: milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Another writer has the session open. A session has at most one writer; reading, following and forking stay possible.
 */
export class SessionInUseError extends CoxswainError {
  readonly code = "session_in_use";
  override readonly name = "SessionInUseError";
  readonly sessionId: string;
  /** Undefined when the owner cannot be determined. */
  readonly owner: SessionOwner | undefined;
  /** @param owner `here`: the calling runtime has the session open itself */
  constructor(sessionId: string, owner?: SessionOwner | "here") {
    super(`Session "${sessionId}" is open ${owner === "here" ? "in this runtime; close it first." : elsewhere(owner)}`);
    this.sessionId = sessionId;
    this.owner = owner === "here" ? undefined : owner;
  }
}

const elsewhere = (owner: SessionOwner | undefined): string => {
  const who = owner === undefined ? "" : ` (process ${owner.pid} on ${owner.host}, since ${new Date(owner.since).toISOString()})`;
  return `elsewhere${who}; close it there, or fork it.`;
};

/** A log was used after it was closed. */
export class LogClosedError extends CoxswainError {
  readonly code = "log_closed";
  override readonly name = "LogClosedError";
  constructor() {
    super("The session's log is closed.");
  }
}

/** An append did not reach the store. Earlier acknowledged appends are unaffected; `cause` has the reason. */
export class LogWriteError extends CoxswainError {
  readonly code = "log_write";
  override readonly name = "LogWriteError";
}

/** A file does not contain a session, or has a newer format version. The file was not changed. */
export class LogFormatError extends CoxswainError {
  readonly code = "log_format";
  override readonly name = "LogFormatError";
}
