import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SettingsError } from "./errors.ts";
import { makeFolder, replaceFile, writeError } from "./write-file.ts";

/**
 * Reads a JSON file that only its owner may access; returns undefined if it does not exist. Windows has no such modes
 * and owners, so only the file type is checked there.
 * @throws {SettingsError} when others can read or write the file, or when it is a link, not a regular file, or not
 * JSON.
 */
export const readPrivateJson = (path: string): unknown => {
  const text = readPrivateText(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // Omits the parser's message, which quotes part of the content.
    throw new SettingsError(`${path} is not valid JSON. Fix it, or delete it to start over.`);
  }
};

/**
 * Reads such a file without parsing it; returns undefined if it does not exist. @throws {SettingsError} as
 * `readPrivateJson` does, except for invalid JSON.
 */
export const readPrivateText = (path: string): string | undefined => {
  const descriptor = openWithoutLinks(path);
  if (descriptor === undefined) return undefined;
  try {
    assertPrivate(path, descriptor);
    return readFileSync(descriptor, "utf8");
  } catch (error) {
    throw asSettingsError(error, `${path} cannot be read`);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Appends a line to such a file. Creates a missing file with mode 0600 and its folder with mode 0700. Concurrent
 * appends of several processes are safe: each line is one write at the end of the file.
 * @throws {SettingsError}
 */
export const appendPrivateLine = (path: string, line: string): void => {
  try {
    makeFolder(dirname(path), 0o700);
    const descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    try {
      assertPrivate(path, descriptor);
      // A manual edit may have removed the final line end.
      const bytes = Buffer.from(`${endsLine(descriptor) ? "" : "\n"}${line}\n`);
      if (writeSync(descriptor, bytes) < bytes.length)
        throw new SettingsError(`${path} has an incomplete last line: the disk is full. Remove that line.`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw writeError(path, error, true);
  }
};

const endsLine = (descriptor: number): boolean => {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() === "\n");
};

/**
 * Replaces a JSON file atomically, with mode 0600. Creates a missing folder with mode 0700.
 * @throws {SettingsError} the file was not changed.
 */
export const writePrivateJson = (path: string, value: unknown): void => {
  try {
    makeFolder(dirname(path), 0o700);
    replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
  } catch (error) {
    throw writeError(path, error, true);
  }
};

const openWithoutLinks = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP") throw new SettingsError(`${path} is a symbolic link. Replace it with a regular file.`);
    throw asSettingsError(error, `${path} cannot be read`);
  }
};

const assertPrivate = (path: string, descriptor: number): void => {
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) throw new SettingsError(`${path} is not a regular file.`);
  const me = process.getuid?.();
  if (me === undefined) return;
  if (stat.uid !== me && stat.uid !== 0)
    throw new SettingsError(`${path} belongs to another user (${stat.uid}). Delete it, or change its owner.`);
  if ((stat.mode & 0o077) !== 0) {
    const octal = (stat.mode & 0o777).toString(8);
    throw new SettingsError(`${path} is accessible to other users (mode ${octal}). Check its content, then run chmod 600 on it.`);
  }
};

const asSettingsError = (error: unknown, message: string): SettingsError =>
  error instanceof SettingsError
    ? error
    : new SettingsError(`${message}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
