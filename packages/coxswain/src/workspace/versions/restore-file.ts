import { open, readdir, rename, rmdir, symlink, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ContentStore } from "../../base/index.ts";
import { isBelow } from "../is-below.ts";
import { asFileError, type FolderHandle, makeFolder, openFolderHandle } from "../node/index.ts";
import { type FileChange, type FileVersion, isSameVersion } from "./file-version.ts";
import { versionAt } from "./version-at.ts";

export interface RestoredFile {
  /** Nothing outside of this folder is written. */
  readonly root: string;
  readonly change: FileChange;
  readonly contents: Pick<ContentStore, "get">;
  /** Part of the name of a temporary file beside it, which a crash leaves behind and `removeLeftover` deletes. */
  readonly restore: string;
}

/**
 * Makes a change to a file that still equals `before`: at every moment its path has the one version or the other. Never follows a
 * link.
 * @returns the reason why the file was not changed: a clause. Undefined: it equals `after`.
 */
export const restoreFile = async ({ root, change, contents, restore }: RestoredFile): Promise<string | undefined> => {
  const { path, after } = change;
  const state = await restoreState(root, change);
  if (state.kind === "refused") return state.reason;
  const reasonNow = async (): Promise<string | undefined> => {
    const now = await restoreState(root, change);
    return now.kind === "refused" ? now.reason : undefined;
  };
  if (state.kind === "done") return undefined;
  try {
    await using folder = after === undefined ? await openFolderHandle(dirname(path)) : await makeFolder(dirname(path));
    return await replaceBy(after, folder, { name: basename(path), contents, restore, reasonNow });
  } catch (error) {
    return reasonOf(error, path);
  }
};

/** Deletes the temporary file that a restore leaves behind if the process is killed while it changes a file. */
export const removeLeftover = async (root: string, path: string, restore: string): Promise<void> => {
  if (!isBelow(root, path)) return;
  try {
    await using folder = await openFolderHandle(dirname(path));
    await unlink(folder.at(temporaryName(basename(path), restore)));
  } catch {
    // There is none, or its folder no longer exists.
  }
};

/** Removes a folder below `root` if it is empty. Never follows a link. */
export const removeRestoredFolder = async (root: string, path: string): Promise<void> => {
  if (!isBelow(root, path) || path === root) return;
  try {
    await using above = await openFolderHandle(dirname(path));
    await above.check();
    await rmdir(above.at(basename(path)));
  } catch {
    // It is not empty, not a folder, or does not exist.
  }
};

/** Paths that a restore deletes: files, and folders that are empty by then. */
export interface RemovedPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** Returns whether a folder has only these paths. False: it cannot be read, or is not a folder. */
export const becomesEmpty = async (path: string, removed: RemovedPaths): Promise<boolean> => {
  try {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (!entry.isDirectory()) {
        if (!removed.files.has(inside)) return false;
      } else if (!removed.folders.has(inside) || !(await becomesEmpty(inside, removed))) return false;
    }
    return true;
  } catch {
    return false;
  }
};

const temporaryName = (name: string, restore: string): string => `.${name.slice(0, 50)}.${restore}.tmp`;

/** `ready`: the change can be made. `done`: the file equals `after` already. */
export type RestoreState =
  | { readonly kind: "ready" }
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly reason: string; readonly current?: FileVersion };

/** Compares a file with the change to make. Changes nothing. */
export const restoreState = async (root: string, { path, before, after }: FileChange): Promise<RestoreState> => {
  if (!isBelow(root, path) || path === root) return { kind: "refused", reason: "it is outside of the folder" };
  try {
    const found = await versionAt(path);
    if (found === "other") return { kind: "refused", reason: "something else is there now" };
    if (isSameVersion(found, after)) return { kind: "done" };
    if (isSameVersion(found, before)) return { kind: "ready" };
    return found === undefined
      ? { kind: "refused", reason: "it was deleted since" }
      : { kind: "refused", reason: "it has changed since", current: found };
  } catch (error) {
    return { kind: "refused", reason: reasonOf(error, path) };
  }
};

const reasonOf = (error: unknown, path: string): string => {
  const failure = asFileError(error, path);
  return failure.code === "elsewhere" ? "a link leads to another place now" : failure.message;
};

interface Replacing {
  readonly name: string;
  /** Returns the reason why the file must no longer be replaced. */
  readonly reasonNow: () => Promise<string | undefined>;
}

const replaceBy = async (
  after: FileVersion | undefined,
  folder: FolderHandle,
  { name, contents, restore, reasonNow }: Pick<RestoredFile, "contents" | "restore"> & Replacing,
): Promise<string | undefined> => {
  const target = folder.at(name);
  if (after === undefined) {
    await folder.check();
    await unlink(target);
    return undefined;
  }
  const aside = folder.at(temporaryName(name, restore));
  try {
    if (after.kind === "link") await symlink(after.target, aside);
    else {
      const bytes = after.content === undefined || after.omitted !== undefined ? undefined : await contents.get(after.content);
      if (bytes === undefined) return "its content was not stored";
      await writeFile(aside, bytes, after.mode);
    }
    // Someone may have saved the file while its content was written.
    const reason = await reasonNow();
    if (reason !== undefined) {
      await unlink(aside);
      return reason;
    }
    await folder.check();
    await rename(aside, target);
    return undefined;
  } catch (error) {
    await unlink(aside).catch(() => {});
    throw error;
  }
};

const writeFile = async (path: string, bytes: Uint8Array, mode: number): Promise<void> => {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(bytes);
  await file.chmod(mode);
  await file.sync();
};
