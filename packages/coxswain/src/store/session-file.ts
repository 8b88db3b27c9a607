import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export const EXTENSION = ".jsonl";
const TRASH = "trash";
const BLOBS = "blobs";
/** Folders of a sessions directory that are no project's. */
const OTHERS: ReadonlySet<string> = new Set([TRASH, BLOBS]);

/** Whether what stands in a sessions directory is a project's folder. */
export const isProjectFolder = (entry: Dirent): boolean => entry.isDirectory() && !OTHERS.has(entry.name);

/** Whether an id can name a file: a session's own ids can, and nothing that leads out of its folder. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(id);

/** Where a session's file stands in its project's folder. */
export const sessionPath = (folder: string, id: string): string => join(folder, id + EXTENSION);

/** A file of the same session beside its log: all of them begin with the id and a dot, and go where the log goes. */
export const besideSession = (path: string, suffix: string): string => join(dirname(path), `${basename(path, EXTENSION)}.${suffix}`);

/** A session's file, before it is read. */
export interface SessionFile {
  readonly id: string;
  readonly path: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly updatedAt: number;
}

/** The session files of some projects' folders, the latest first. */
export const sessionFiles = async (folders: readonly string[]): Promise<readonly SessionFile[]> => {
  const names = await Promise.all(folders.map(async (folder) => (await entriesOf(folder)).map(({ name }) => join(folder, name))));
  const paths = names.flat().filter((path) => path.endsWith(EXTENSION) && isSessionId(basename(path, EXTENSION)));
  const files = await Promise.all(paths.map(describe));
  return files
    .filter((file) => file !== undefined)
    .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1));
};

/** The files of all sessions in a store's directory, the latest first; also one that holds nothing that can be read. */
export const allSessionFiles = async (directory: string): Promise<readonly SessionFile[]> => sessionFiles(await projectFolders(directory));

export const projectFolders = async (directory: string): Promise<readonly string[]> =>
  (await entriesOf(directory)).filter(isProjectFolder).map(({ name }) => join(directory, name));

/** The path of a session's file in whichever project's folder it stands. */
export const findSession = async (directory: string, id: string): Promise<string | undefined> => {
  if (!isSessionId(id)) return undefined;
  for (const folder of await projectFolders(directory)) {
    const file = await describe(sessionPath(folder, id));
    if (file !== undefined) return file.path;
  }
  return undefined;
};

export const trashFolder = (directory: string): string => join(directory, TRASH);

/** The sessions directory that a session's file stands in: in a project's folder, or in a folder of its own in the trash. */
export const directoryOf = (path: string): string => {
  const directory = dirname(dirname(path));
  return basename(directory) === TRASH ? dirname(directory) : directory;
};

/** Where long content is kept, that of all projects together: see `blobs`. */
export const blobsFolder = (directory: string): string => join(directory, BLOBS);

const describe = async (path: string): Promise<SessionFile | undefined> => {
  const stats = await lstat(path).catch(absent);
  return stats?.isFile() ? { id: basename(path, EXTENSION), path, updatedAt: stats.mtimeMs } : undefined;
};

const entriesOf = async (folder: string) => (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};
