import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { fileError } from "./file-error.ts";

/** Linux flag that Node does not name: a descriptor for the path only, which needs no permission and does not block. */
const O_PATH = 0o10000000;

/** Maximum number of attempts while another process keeps replacing the file. */
const TRIES = 5;

/** An open handle. `path` leads to the same file while the handle is open, even if the original path is replaced. */
export interface PathHandle {
  readonly path: string;
  readonly handle: FileHandle;
}

/**
 * Opens a handle on a resolved path. Undefined on systems other than Linux with `/proc`. A link at the path itself is
 * opened as a link.
 * @throws {FileError} `elsewhere` if the path now leads through a link; other errors of the system
 */
export const openPathHandle = async (path: string, flags = 0): Promise<PathHandle | undefined> => {
  if (process.platform !== "linux") return undefined;
  for (let tries = 1; ; tries++) {
    const handle = await openResolved(path, flags);
    const held = `/proc/self/fd/${handle.fd}`;
    // Opens the file itself, not the original path again.
    const where = await readlink(held).catch(() => undefined);
    if (where !== undefined && (await isSame(where, path))) return { path: held, handle };
    await handle.close();
    if (where === undefined) return undefined;
    if (where !== `${path} (deleted)` || tries === TRIES) throw fileError("elsewhere", path);
  }
};

const openResolved = async (path: string, flags: number): Promise<FileHandle> => {
  try {
    return await open(path, O_PATH | constants.O_NOFOLLOW | flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR" && (await isLink(path))) throw fileError("elsewhere", path, "", error);
    throw error;
  }
};

const isLink = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;

/** On file systems that fold case or normalize Unicode, the reported path may be spelled differently. */
const isSame = async (one: string, other: string): Promise<boolean> => {
  if (one === other) return true;
  if (folded(one) !== folded(other)) return false;
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true }).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
};

const folded = (path: string): string => path.normalize("NFC").toLowerCase();
