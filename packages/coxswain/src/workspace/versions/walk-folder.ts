import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasRepository } from "../project/index.ts";
import type { UntrackedFiles } from "./git-folder.ts";

export interface Walk {
  /** Names of folders to skip. */
  readonly unlisted: readonly string[];
  /** Other folders to skip, relative to the folder, with a slash at the end. */
  readonly skipped: ReadonlySet<string>;
  /** Number of files after which it ends. */
  readonly most: number;
}

/** Lists the files and links of a folder without git, and the repositories in it. */
export const walkFolder = async (folder: string, { unlisted, skipped, most }: Walk): Promise<UntrackedFiles> => {
  const files: string[] = [];
  const nested: string[] = [];
  const ignored: string[] = [];
  const left = new Set(unlisted);
  for (const waiting = [""]; waiting.length > 0 && files.length <= most;) {
    const at = waiting.pop() ?? "";
    for (const entry of await entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (!entry.isDirectory()) files.push(path);
      else if (left.has(entry.name) || skipped.has(`${path}/`)) ignored.push(`${path}/`);
      else if (entry.name !== ".git") (hasRepository(join(folder, path)) ? nested : waiting).push(path);
    }
  }
  return { files, nested, ignored };
};

/** A folder that cannot be read has no files that a command of the same user could change. */
const entriesOf = (folder: string): Promise<readonly Dirent[]> => readdir(folder, { withFileTypes: true }).catch(() => []);
