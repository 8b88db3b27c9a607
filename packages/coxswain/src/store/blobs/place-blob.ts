import { closeSync, constants, fchmodSync, lstatSync, lutimesSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { LogWriteError, randomEntryId } from "../../log/index.ts";
import { makeFolder, makePrivateFolder } from "../private-folder.ts";
import { publish } from "../publish.ts";
import { writeFully } from "../write-fully.ts";
import { blobPath, NEW } from "./blob-file.ts";

const PRIVATE = 0o600;

/** How often a blob is written that others take away again at once. */
const MAX_ATTEMPTS = 100;

/** Returns when a blob is in its place and fresh: the one that is there already, if its bytes are the same. */
export const placeBlob = (folder: string, name: string, bytes: Uint8Array): void => {
  const path = blobPath(folder, name);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stands = refreshBlob(folder, name);
    if (stands && holds(path, bytes)) return;
    makePrivateFolder(folder);
    makeFolder(dirname(path));
    if (write(path, bytes, stands)) return;
  }
  throw new Error("it is taken away again and again");
};

/**
 * Makes a blob fresh, so that no collector that began before takes it away, and returns whether it stands there after
 * that. The look comes second: what it still finds can only be taken away with the new times on it.
 */
export const refreshBlob = (folder: string, name: string): boolean => {
  const path = blobPath(folder, name);
  // Not in whole milliseconds: two looks of a collector must never see the same time with a writer between them.
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

/** A blob that lost its bytes with the machine's power is there by name only. */
const holds = (path: string, bytes: Uint8Array): boolean => {
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

/** Written aside, and then given its name. False when another blob came to that name, or a collector took ours away: look again. */
const write = (path: string, bytes: Uint8Array, replace: boolean): boolean => {
  const temporary = `${path}${NEW}${randomEntryId()}`;
  try {
    writeAside(temporary, bytes);
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

const writeAside = (path: string, bytes: Uint8Array): void => {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, PRIVATE);
  try {
    fchmodSync(descriptor, PRIVATE);
    const { error } = writeFully((rest) => writeSync(descriptor, rest), bytes);
    if (error !== undefined) throw error;
  } finally {
    closeSync(descriptor);
  }
};

/** A file that had the name may be gone from it again when it is looked for. */
const isTaken = (error: unknown): boolean => error instanceof LogWriteError || (error as NodeJS.ErrnoException).code === "EEXIST";

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
