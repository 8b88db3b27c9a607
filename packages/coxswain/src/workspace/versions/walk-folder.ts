import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasRepository } from "../project/index.ts";
import type { UntrackedFiles } from "./git-folder.ts";

/**
 * Lists the files and links of a folder that is in no repository, and the repositories in it.
 * @param unlisted names of folders to skip
 * @param most number of files after which it ends
 */
export const walkFolder = async (folder: string, unlisted: readonly string[], most: number): Promise<UntrackedFiles> => {
  const files: string[] = [];
  const nested: string[] = [];
  const ignored: string[] = [];
  const left = new Set(unlisted);
  for (const waiting = [""]; waiting.length > 0 && files.length <= most;) {
    const at = waiting.pop() ?? "";
    for (const entry of await entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (!entry.isDirectory()) files.push(path);
      else if (left.has(entry.name)) ignored.push(`${path}/`);
      else if (entry.name !== ".git") (hasRepository(join(folder, path)) ? nested : waiting).push(path);
    }
  }
  return { files, nested, ignored };
};

/** A folder that cannot be read has no files that a command of the same user could change. */
const entriesOf = (folder: string): Promise<readonly Dirent[]> => readdir(folder, { withFileTypes: true }).catch(() => []);
