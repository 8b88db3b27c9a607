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
  not_folder: (path) => `${path} is not in a folder, or is not one: a part of the path is a file.`,
  not_regular: (path) => `${path} is a fifo, a socket or a device, not a regular file.`,
  exists: (path) => `${path} exists already.`,
  too_large: (path, reason) => `${path} is too large: ${reason}.`,
  denied: (path) => `The system does not permit this with ${path}.`,
  elsewhere: (path) => `${path} leads elsewhere by now: a link was put in its place, or in the place of a folder above it.`,
  no_space: (path) => `There is no space left for ${path}.`,
  io: (path, reason) => `${path}: ${reason}`,
};

export const fileError = (code: FileErrorCode, path: string, reason = "", cause?: unknown): FileError =>
  new FileError(code, path, MESSAGES[code](path, reason), cause);

/** What a call of the file system threw, as a FileError. */
export const asFileError = (error: unknown, path: string): FileError => {
  if (error instanceof FileError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ELOOP") return fileError("io", path, "its links lead round in circles.", error);
  return fileError((code === undefined ? undefined : CODES[code]) ?? "io", path, message, error);
};
