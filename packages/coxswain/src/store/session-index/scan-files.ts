import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { EXTENSION, isProjectFolder, isSessionId } from "../session-file.ts";

/** A session file, before it is read. */
export interface FoundFile {
  /** From the store's directory: `PROJECT/ID.jsonl`. */
  readonly path: string;
  readonly stats: Stats;
}

/** The session files below a store's directory. What cannot be looked at is left out. */
export function* scanFiles(directory: string): Generator<FoundFile> {
  for (const project of entriesOf(directory)) {
    if (!isProjectFolder(project)) continue;
    for (const { name } of entriesOf(join(directory, project.name))) {
      if (!name.endsWith(EXTENSION) || !isSessionId(name.slice(0, -EXTENSION.length))) continue;
      const path = `${project.name}/${name}`;
      const stats = statsOf(`${directory}/${path}`);
      if (stats?.isFile() === true) yield { path, stats };
    }
  }
}

const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone meanwhile, or closed to us: the others count
  }
};

const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
