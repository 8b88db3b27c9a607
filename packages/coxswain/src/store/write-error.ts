import { LogFormatError, LogWriteError } from "../log/index.ts";

/** Wraps the cause of a failed write to `path` in the error that a store throws. */
export const writeError = (path: string, cause: unknown): LogWriteError | LogFormatError => {
  if (cause instanceof LogWriteError || cause instanceof LogFormatError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LogWriteError(`Cannot write ${path}: ${reason}`, { cause });
};
