import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { fileError } from "./file-error.ts";

/** Of Linux, and not named by Node: a descriptor of the place alone, for which nothing is opened, waited for or permitted. */
const O_PATH = 0o10000000;

/** Somebody may replace the file again and again while it is opened. */
const TRIES = 5;

/** What stands at a path, held: `path` leads to it and to nothing else for as long as the handle is open. */
export interface Held {
  readonly path: string;
  readonly handle: FileHandle;
}

/**
 * Holds what stands at a real path, whatever is put there meanwhile: undefined where a system cannot, which is all but Linux with its `/proc`.
 * A link that stands there itself is held as a link.
 * @throws {FileError} `elsewhere` where the path leads over a link by now; else what the system says
 */
export const hold = async (path: string, flags = 0): Promise<Held | undefined> => {
  if (process.platform !== "linux") return undefined;
  for (let tries = 1; ; tries++) {
    const handle = await openPlace(path, flags);
    const held = `/proc/self/fd/${handle.fd}`;
    // Not by the way that led there, but where it is.
    const where = await readlink(held).catch(() => undefined);
    if (where !== undefined && (await isSame(where, path))) return { path: held, handle };
    await handle.close();
    if (where === undefined) return undefined;
    if (where !== `${path} (deleted)` || tries === TRIES) throw fileError("elsewhere", path);
  }
};

const openPlace = async (path: string, flags: number): Promise<FileHandle> => {
  try {
    return await open(path, O_PATH | constants.O_NOFOLLOW | flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR" && (await isLink(path))) throw fileError("elsewhere", path, "", error);
    throw error;
  }
};

const isLink = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;

/** File systems that fold case or composed characters may know a file by another spelling of its path. */
const isSame = async (one: string, other: string): Promise<boolean> => {
  if (one === other) return true;
  if (folded(one) !== folded(other)) return false;
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true }).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
};

const folded = (path: string): string => path.normalize("NFC").toLowerCase();
