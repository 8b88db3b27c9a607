import { FileError, type FileErrorCode } from "../errors.ts";

const CODES: Readonly<Record<string, FileErrorCode>> = {
  ENOENT: "not_found",
  EEXIST: "exists",
  ENOTDIR: "not_folder",
  EISDIR: "is_folder",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  ENXIO: "not_regular",
};

const MESSAGES: Readonly<Record<FileErrorCode, (path: string, reason: string) => string>> = {
  not_found: (path) => `${path} does not exist.`,
  is_folder: (path) => `${path} is a folder, not a file.`,
  not_folder: (path) => `${path} is not a folder, or a part of the path is a file.`,
  not_regular: (path) => `${path} is a FIFO, socket or device, not a regular file.`,
  exists: (path) => `${path} already exists.`,
  too_large: (path, reason) => `${path} is too large: ${reason}.`,
  denied: (path) => `Permission denied: ${path}.`,
  elsewhere: (path) => `${path} now leads to another place: it, or a folder above it, was replaced by a link. Try again.`,
  no_space: (path) => `No space left on the device for ${path}.`,
  io: (path, reason) => `${path}: ${reason}`,
};

export const fileError = (code: FileErrorCode, path: string, reason = "", cause?: unknown): FileError =>
  new FileError(code, path, MESSAGES[code](path, reason), cause);

/** Converts an error of a file system call to a FileError. */
export const asFileError = (error: unknown, path: string): FileError => {
  if (error instanceof FileError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ELOOP") return fileError("io", path, "its links form a cycle.", error);
  return fileError((code === undefined ? undefined : CODES[code]) ?? "io", path, message, error);
};
