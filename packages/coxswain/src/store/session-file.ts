import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export const EXTENSION = ".jsonl";
const TRASH = "trash";
const BLOBS = "blobs";
/** Folders of a sessions directory that are not project folders. */
const OTHERS: ReadonlySet<string> = new Set([TRASH, BLOBS]);

/** Returns true for the folder of a project inside a sessions directory. */
export const isProjectFolder = (entry: Dirent): boolean => entry.isDirectory() && !OTHERS.has(entry.name);

/** Returns true if an id is safe as a file name: it cannot lead outside of its folder. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(id);

/** Returns the path of a session's file in its project's folder. */
export const sessionPath = (folder: string, id: string): string => join(folder, id + EXTENSION);

/**
 * Returns the path of another file of the same session, next to its log. All start with the id and a dot, and move with
 * the log.
 */
export const sessionSidecar = (path: string, suffix: string): string => join(dirname(path), `${basename(path, EXTENSION)}.${suffix}`);

/** A session's file, before it is read. */
export interface SessionFile {
  readonly id: string;
  readonly path: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly updatedAt: number;
}

/** Returns the session files in the given project folders, most recent first. */
export const sessionFiles = async (folders: readonly string[]): Promise<readonly SessionFile[]> => {
  const names = await Promise.all(folders.map(async (folder) => (await entriesOf(folder)).map(({ name }) => join(folder, name))));
  const paths = names.flat().filter((path) => path.endsWith(EXTENSION) && isSessionId(basename(path, EXTENSION)));
  const files = await Promise.all(paths.map(describe));
  return files
    .filter((file) => file !== undefined)
    .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1));
};

/** Returns all session files in a store's directory, most recent first, including unreadable ones. */
export const allSessionFiles = async (directory: string): Promise<readonly SessionFile[]> => sessionFiles(await projectFolders(directory));

export const projectFolders = async (directory: string): Promise<readonly string[]> =>
  (await entriesOf(directory)).filter(isProjectFolder).map(({ name }) => join(directory, name));

/** Finds a session's file in any project folder. */
export const findSession = async (directory: string, id: string): Promise<string | undefined> => {
  if (!isSessionId(id)) return undefined;
  for (const folder of await projectFolders(directory)) {
    const file = await describe(sessionPath(folder, id));
    if (file !== undefined) return file.path;
  }
  return undefined;
};

export const trashFolder = (directory: string): string => join(directory, TRASH);

/**
 * Returns the sessions directory of a session's file, which is in a project folder or in its own folder in the trash.
 */
export const directoryOf = (path: string): string => {
  const directory = dirname(dirname(path));
  return basename(directory) === TRASH ? dirname(directory) : directory;
};

/** Returns the folder of long content, shared by all projects: see `blobs`. */
export const blobsFolder = (directory: string): string => join(directory, BLOBS);

const describe = async (path: string): Promise<SessionFile | undefined> => {
  const stats = await lstat(path).catch(absent);
  return stats?.isFile() ? { id: basename(path, EXTENSION), path, updatedAt: stats.mtimeMs } : undefined;
};

const entriesOf = async (folder: string) => (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};

/** Up to 40 characters, starting with a letter, a digit or "_". */
const END_OF_SLUG = /[\p{L}\p{N}_].{0,39}$/u;

/**
 * Returns the folder of a project's sessions. Its name is the readable end of the project's path and a hash of the
 * whole path. Projects with the same name and hash share the folder; the header of each session contains its project.
 */
export const projectFolder = (directory: string, cwd: string): string => {
  const words = cwd.split(/[^\p{L}\p{N}_.]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const slug = END_OF_SLUG.exec(words.join("-"))?.[0] ?? "";
  return join(directory, slug === "" ? hash(cwd) : `${slug}-${hash(cwd)}`);
};

/** 32-bit FNV-1a. Loading a cryptographic hash would cost more than the rest of a listing. */
const hash = (text: string): string => {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
};
