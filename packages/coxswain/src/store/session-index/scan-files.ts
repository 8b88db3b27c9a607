import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { EXTENSION, isProjectFolder, isSessionId } from "../session-file.ts";

/** A session file, before it is read. */
export interface FoundFile {
  /** Relative to the store's directory: `PROJECT/ID.jsonl`. */
  readonly path: string;
  readonly stats: Stats;
}

/** Yields the session files below a store's directory. Skips inaccessible ones. */
export function* scanFiles(directory: string): Generator<FoundFile> {
  const folders = orNothing(() => readdirSync(directory, { withFileTypes: true }).filter(isProjectFolder)) ?? [];
  for (const project of folders) {
    for (const name of orNothing(() => readdirSync(join(directory, project.name))) ?? []) {
      if (!name.endsWith(EXTENSION) || !isSessionId(name.slice(0, -EXTENSION.length))) continue;
      const path = `${project.name}/${name}`;
      const stats = orNothing(() => lstatSync(`${directory}/${path}`));
      if (stats?.isFile() === true) yield { path, stats };
    }
  }
}

/** Ignores missing and inaccessible files, so that the others are listed. */
const orNothing = <Value>(look: () => Value): Value | undefined => {
  try {
    return look();
  } catch {
    return undefined;
  }
};
