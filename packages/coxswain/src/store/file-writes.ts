import { existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { LogWriteError, LogFormatError } from "../log/index.ts";

/**
 * Calls `write` until all bytes are written: a full disk accepts a part first and fails at the next call. Returns the
 * number of bytes written, with the error if it is not all of them.
 */
export const writeFully = (
  write: (bytes: Uint8Array) => number,
  bytes: Uint8Array,
): { readonly written: number; readonly error?: unknown } => {
  let written = 0;
  try {
    while (written < bytes.length) {
      const count = write(bytes.subarray(written));
      if (count === 0) throw new Error("The disk accepts no more bytes.");
      written += count;
    }
    return { written };
  } catch (error) {
    return { written, error };
  }
};

/** Error codes of file systems without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Gives a finished file its name atomically, without replacing an existing file.
 * @throws {LogWriteError} if a file of that name exists.
 */
export const publish = (temporary: string, path: string): void => {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (existsSync(path)) throw new LogWriteError(`${path} already exists.`, { cause: error });
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(temporary, path);
    return;
  }
  unlinkSync(temporary);
};

/** Wraps the cause of a failed write to `path` in the error that a store throws. */
export const writeError = (path: string, cause: unknown): LogWriteError | LogFormatError => {
  if (cause instanceof LogWriteError || cause instanceof LogFormatError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LogWriteError(`Cannot write ${path}: ${reason}`, { cause });
};
