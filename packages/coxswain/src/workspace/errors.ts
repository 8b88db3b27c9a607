/**
 * `denied`: the system does not permit it. `not_regular`: a fifo, a socket or a device. `io`: anything else; `cause`
 * says what. `elsewhere`: where the path was resolved to, it does not lead any more; something was put there meanwhile.
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

/** A file or folder could not be used as asked. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  readonly path: string;

  constructor(code: FileErrorCode, path: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.path = path;
  }
}

/** A command could not be started. */
export class ProcessError extends Error {
  override readonly name = "ProcessError";
  readonly code = "process_start";
}

/** `pattern`, `glob`: cannot be parsed; the message says where. `failed`: the search program broke. */
export class SearchError extends Error {
  override readonly name = "SearchError";
  readonly code: "pattern" | "glob" | "failed";

  constructor(code: SearchError["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** There can be no working tree of a repository for an agent, and why. */
export class WorktreeError extends Error {
  override readonly name = "WorktreeError";
  readonly code = "worktree";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
