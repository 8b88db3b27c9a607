import { CoxswainError } from "../base/index.ts";
/** A session was asked for by an id that the store does not have. */
export class SessionNotFoundError extends CoxswainError {
  readonly code = "session_not_found";
  override readonly name = "SessionNotFoundError";
  readonly sessionId: string;
  constructor(sessionId: string) {
    super(`No session "${sessionId}".`);
    this.sessionId = sessionId;
  }
}

/** An entry was named by an id that the log does not have. */
export class EntryNotFoundError extends CoxswainError {
  readonly code = "entry_not_found";
  override readonly name = "EntryNotFoundError";
  readonly entryId: string;
  constructor(entryId: string) {
    super(`No entry "${entryId}" in this session.`);
    this.entryId = entryId;
  }
}

/** An entry was to be appended under an id that the log has already. Nothing was appended. */
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

/** An entry is larger than a store takes. Nothing was appended. */
export class EntryTooLargeError extends CoxswainError {
  readonly code = "entry_too_large";
  override readonly name = "EntryTooLargeError";
  constructor(bytes: number, limit: number) {
    super(`The entry has ${bytes} bytes and the session takes at most ${limit}; keep large content outside of it.`);
  }
}

/** Who writes to a session, for people. */
export interface SessionOwner {
  readonly pid: number;
  readonly host: string;
  /** Since when it has sessions open, this one or others: milliseconds since the epoch. */
  readonly since: number;
}

/** A session has another writer: one at a time can have it. It can be read, followed and forked meanwhile. */
export class SessionInUseError extends CoxswainError {
  readonly code = "session_in_use";
  override readonly name = "SessionInUseError";
  readonly sessionId: string;
  /** Where it is known. */
  readonly owner: SessionOwner | undefined;
  /** @param owner `here`: the runtime that was asked has it open itself */
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

/** An append did not reach the store. What was acknowledged before is unharmed; `cause` says what failed. */
export class LogWriteError extends CoxswainError {
  readonly code = "log_write";
  override readonly name = "LogWriteError";
}

/** A file that should hold a session does not, or is of a newer format. Nothing was changed. */
export class LogFormatError extends CoxswainError {
  readonly code = "log_format";
  override readonly name = "LogFormatError";
}
