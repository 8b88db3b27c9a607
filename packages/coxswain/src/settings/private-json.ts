import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SettingsError } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { replaceFile } from "./replace-file.ts";
import { unwritten } from "./unwritten.ts";

/**
 * What a JSON file holds that only its owner may read and change; undefined when there is none. Windows has no modes and
 * owners of this kind: there, only that it is a file counts.
 * @throws {SettingsError} when someone else could have written it or could read it, when it is a link or no file, or no JSON.
 */
export const readPrivateJson = (path: string): unknown => {
  const text = readPrivateText(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // Without the parser's own words, which show a piece of the text.
    throw new SettingsError(`${path} is not JSON: mend it, or remove it to begin anew.`);
  }
};

/** The text of such a file; undefined when there is none. @throws {SettingsError} as `readPrivateJson` does, but for what is no JSON. */
export const readPrivateText = (path: string): string | undefined => {
  const descriptor = openUnlinked(path);
  if (descriptor === undefined) return undefined;
  try {
    refuseUnlessPrivate(path, descriptor);
    return readFileSync(descriptor, "utf8");
  } catch (error) {
    throw asSettingsError(error, `${path} cannot be read`);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Adds a line to such a file, which is made with mode 0600 if there is none, and its folder with mode 0700. What several processes add at one time is all there:
 * each line is one write at the file's end.
 * @throws {SettingsError}
 */
export const appendPrivateLine = (path: string, line: string): void => {
  try {
    makeFolder(dirname(path), 0o700);
    const descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    try {
      refuseUnlessPrivate(path, descriptor);
      // Who has changed the file by hand may have left its last line without an end.
      const bytes = Buffer.from(`${endsLine(descriptor) ? "" : "\n"}${line}\n`);
      if (writeSync(descriptor, bytes) < bytes.length)
        throw new SettingsError(`${path} is full: its last line is not whole. Remove that line.`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw unwritten(path, error, true);
  }
};

const endsLine = (descriptor: number): boolean => {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() === "\n");
};

/**
 * Puts a JSON file with mode 0600 in the place of the one before, whole or not at all, and makes its folder with mode 0700
 * if there is none.
 * @throws {SettingsError} nothing was changed.
 */
export const writePrivateJson = (path: string, value: unknown): void => {
  try {
    makeFolder(dirname(path), 0o700);
    replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
  } catch (error) {
    throw unwritten(path, error, true);
  }
};

const openUnlinked = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP") throw new SettingsError(`${path} is a link: put the file itself in its place.`);
    throw asSettingsError(error, `${path} cannot be read`);
  }
};

const refuseUnlessPrivate = (path: string, descriptor: number): void => {
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) throw new SettingsError(`${path} has to be a file.`);
  const me = process.getuid?.();
  if (me === undefined) return;
  if (stat.uid !== me && stat.uid !== 0)
    throw new SettingsError(`${path} belongs to another user (${stat.uid}): remove it, or make it yours.`);
  if ((stat.mode & 0o077) !== 0) {
    const octal = (stat.mode & 0o777).toString(8);
    throw new SettingsError(
      `${path} is open to others (mode ${octal}): look whether it is still as you left it, then run chmod 600 on it.`,
    );
  }
};

const asSettingsError = (error: unknown, what: string): SettingsError =>
  error instanceof SettingsError
    ? error
    : new SettingsError(`${what}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
