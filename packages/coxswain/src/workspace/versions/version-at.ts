import { lstat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { asFileError, openFolderHandle } from "../node/index.ts";
import { type FileVersion, type FolderVersion, isSameVersion, type PathChange } from "./file-version.ts";
import { folderDigest } from "./folder-digest.ts";
import { readVersion } from "./read-version.ts";

/** Reads the version at a path, without storing its content. `other`: neither a file nor a link. Undefined: nothing is there. */
export const versionAt = async (path: string): Promise<FileVersion | undefined | "other"> => {
  try {
    await using folder = await openFolderHandle(dirname(path));
    const file = folder.at(basename(path));
    const stats = await lstat(file);
    return stats.isFile() || stats.isSymbolicLink() ? await readVersion(file, stats, { kind: "hash" }) : "other";
  } catch (error) {
    const failure = asFileError(error, path);
    if (failure.code === "not_found") return undefined;
    throw failure;
  }
};

/** The state of a file compared with the end of a recorded change. `unknown`: it cannot be read, or the recorded content is not known. */
export type StateSince = "same" | "changed" | "created" | "deleted" | "unknown";

/** Compares a file, or a folder that is compared as a whole, with the end of its last recorded change. Never rejects. */
export const stateSince = async ({ path, before, after }: PathChange): Promise<StateSince> => {
  if (after?.kind === "folder" || before?.kind === "folder") return folderSince(path, after?.kind === "folder" ? after : undefined);
  try {
    const found = await versionAt(path);
    if (found === "other") return "changed";
    if (isSameVersion(found, after)) return "same";
    if (found === undefined) return "deleted";
    if (after === undefined) return "created";
    const isKnown = (version: FileVersion): boolean => version.kind === "link" || version.content !== undefined;
    return found.kind === after.kind && !(isKnown(found) && isKnown(after)) ? "unknown" : "changed";
  } catch {
    return "unknown";
  }
};

const folderSince = (path: string, after: FolderVersion | undefined): StateSince => {
  const most = after?.digest?.most ?? 0;
  const found = folderDigest(path.slice(0, -1), most)?.digest;
  if (after === undefined) return found === undefined ? "same" : "created";
  if (found === undefined) return "deleted";
  if (after.digest === undefined) return "unknown";
  return found.hash === after.digest.hash ? "same" : "changed";
};
