import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** A file cannot be written. The message contains the path and the reason. */
class FileWriteError extends Error {
  override readonly name = "FileWriteError";
  readonly code = "file_write";
}

/**
 * Writes a file that only its owner can read, and replaces the target once the content is complete. Follows a symbolic
 * link. Writes directly to special files such as `/dev/stdout` or a pipe.
 * @throws {FileWriteError}
 * @throws errors of `text`
 */
export const writeNewFile = async (path: string, text: AsyncIterable<string>): Promise<void> => {
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined) return writeBeside(path, path, text);
  if (existing.isFile()) return writeBeside(path, await realpath(path), text);
  await using file = await withPath(path, open(path, "w"));
  for await (const piece of text) await withPath(path, file.writeFile(piece));
};

const writeBeside = async (path: string, real: string, text: AsyncIterable<string>): Promise<void> => {
  const temporary = `${real}.${process.pid}.new`;
  const file = await withPath(path, open(temporary, "wx", 0o600));
  try {
    try {
      for await (const piece of text) await withPath(path, file.write(piece));
      await withPath(path, file.sync());
    } finally {
      await file.close();
    }
    await withPath(path, rename(temporary, real));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

const withPath = <T>(path: string, done: Promise<T>): Promise<T> =>
  done.catch((error: unknown) =>
    Promise.reject(new FileWriteError(`${path} cannot be written: ${reasonOf(path, error)}`, { cause: error })),
  );

const reasonOf = (path: string, error: unknown): string => {
  const { code = "", message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const folder = dirname(path);
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `no such folder: ${folder}`,
    ENOTDIR: `${folder} is not a folder`,
    EISDIR: "it is a folder; name a file",
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "it is on a read-only file system",
    ENOSPC: "the disk is full",
  };
  return reasons[code] ?? message;
};
