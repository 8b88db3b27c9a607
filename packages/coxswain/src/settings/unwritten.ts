import { SettingsError } from "./errors.ts";

const MAY_NOT = "you may not write there: change its owner or mode";

const WHY: Readonly<Record<string, string>> = {
  EROFS: "it is on a read-only file system: make that writable",
  EACCES: MAY_NOT,
  EPERM: MAY_NOT,
  ENOSPC: "the disk is full: make room on it",
  ENOTDIR: "what is above it is no folder: move that away",
};

/**
 * Explains a failed write with the error code and a fix. `own`: the file is in the user's data folders, which COX_HOME
 * can move.
 */
export const unwritten = (path: string, error: unknown, own: boolean): SettingsError => {
  if (error instanceof SettingsError) return error;
  const { code = "", message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const why = Object.hasOwn(WHY, code) ? `${code}: ${WHY[code]}${own ? ", or set COX_HOME" : ""}` : message;
  return new SettingsError(`${path} cannot be written: ${why}.`, { cause: error });
};
