import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { SettingsError } from "./errors.ts";

/** Maximum size of a settings file in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a settings file without its byte order mark; returns undefined if it does not exist.
 * @throws {SettingsError} when it is not a regular file, exceeds 1 MiB, is not UTF-8, or cannot be read.
 */
export const readSettingsFile = (path: string): string | undefined => {
  try {
    const bytes = readRegularFile(path);
    return bytes === undefined ? undefined : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (error instanceof TypeError) throw new SettingsError(`${path} is not UTF-8.`);
    throw new SettingsError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

const readRegularFile = (path: string): Uint8Array | undefined => {
  const descriptor = openToRead(path);
  if (descriptor === undefined) return undefined;
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new SettingsError(`${path} is not a regular file.`);
    if (stat.size > MAX_BYTES) throw new SettingsError(`${path} is larger than 1 MiB.`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const openToRead = (path: string): number | undefined => {
  try {
    // Without O_NONBLOCK, opening a fifo waits for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
};
