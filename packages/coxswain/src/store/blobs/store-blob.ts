import { closeSync, constants, fchmodSync, lstatSync, lutimesSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { LogWriteError, randomEntryId } from "../../log/index.ts";
import { makeFolder, makePrivateFolder } from "../private-folder.ts";
import { publish, writeFully } from "../file-writes.ts";
import { blobPath, NEW } from "./blob-file.ts";

const PRIVATE = 0o600;

/** Maximum number of attempts while collectors remove the blob each time. */
const MAX_ATTEMPTS = 100;

/** Writes a blob, or refreshes an existing one with the same bytes. */
export const storeBlob = (folder: string, name: string, bytes: Uint8Array): void => {
  const path = blobPath(folder, name);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const exists = refreshBlob(folder, name);
    if (exists && hasBytes(path, bytes)) return;
    makePrivateFolder(folder);
    makeFolder(dirname(path));
    if (write(path, bytes, exists)) return;
  }
  throw new Error("collectors remove it repeatedly");
};

/**
 * Updates a blob's times, so that no collector that started before removes it, and returns true if it then exists. The
 * check comes second: a blob that it finds can only be removed with the new times on it.
 */
export const refreshBlob = (folder: string, name: string): boolean => {
  const path = blobPath(folder, name);
  // With fractions: a collector must never see the same time before and after a write.
  const now = (performance.timeOrigin + performance.now()) / 1000;
  try {
    lutimesSync(path, now, now);
    lstatSync(path);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
};

/** After a power failure a blob may exist without its bytes. */
const hasBytes = (path: string, bytes: Uint8Array): boolean => {
  try {
    if (lstatSync(path).size !== bytes.length) return false;
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return readFileSync(descriptor).equals(bytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
};

/**
 * Writes to a temporary file and then renames it. Returns false if another blob has the name, or if a collector removed
 * ours: the caller checks again.
 */
const write = (path: string, bytes: Uint8Array, replace: boolean): boolean => {
  const temporary = `${path}${NEW}${randomEntryId()}`;
  try {
    writeTemporary(temporary, bytes);
    if (replace) renameSync(temporary, path);
    else publish(temporary, path);
    return true;
  } catch (error) {
    if (isAbsent(error) || isTaken(error)) return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
};

const writeTemporary = (path: string, bytes: Uint8Array): void => {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, PRIVATE);
  try {
    fchmodSync(descriptor, PRIVATE);
    const { error } = writeFully((rest) => writeSync(descriptor, rest), bytes);
    if (error !== undefined) throw error;
  } finally {
    closeSync(descriptor);
  }
};

/** The existing file may have been removed again by the time it is checked. */
const isTaken = (error: unknown): boolean => error instanceof LogWriteError || (error as NodeJS.ErrnoException).code === "EEXIST";

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
