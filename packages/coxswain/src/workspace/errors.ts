import { CoxswainError } from "../base/index.ts";
/**
 * `denied`: the system does not permit it. `not_regular`: a FIFO, socket or device. `io`: other errors; see `cause`.
 * `elsewhere`: the path leads to another place than when it was resolved, because something was replaced.
 */
export type FileErrorCode =
  | "not_found"
  | "is_folder"
  | "not_folder"
  | "not_regular"
  | "exists"
  | "too_large"
  | "denied"
  | "no_space"
  | "elsewhere"
  | "io";

/** A file or folder cannot be used as requested. */
export class FileError extends CoxswainError {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  readonly path: string;

  constructor(code: FileErrorCode, path: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.path = path;
  }
}

/** A command cannot be started. */
export class ProcessError extends CoxswainError {
  override readonly name = "ProcessError";
  readonly code = "process_start";
}

/** `pattern`, `glob`: cannot be parsed; the message gives the position. `failed`: the search program failed. */
export class SearchError extends CoxswainError {
  override readonly name = "SearchError";
  readonly code: "pattern" | "glob" | "failed";

  constructor(code: SearchError["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A working tree for an agent cannot be created. */
export class WorktreeError extends CoxswainError {
  override readonly name = "WorktreeError";
  readonly code = "worktree";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
