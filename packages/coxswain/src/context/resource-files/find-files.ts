import { join } from "node:path";
import { FileError, type FolderEntry, isBelow, type ResolvedPath } from "../../workspace/index.ts";
import type { ResourceFolder, ResourceReading } from "./resource-folder.ts";

export interface FileRule {
  readonly wanted: (name: string) => boolean;
  /** True when everything below a folder with a wanted file belongs to that file, and is not searched. */
  readonly owns: boolean;
}

export interface ResourceFile {
  /** Absolute, as it was found. */
  readonly path: string;
  /** With links resolved. */
  readonly real: string;
  /** The resolved location. */
  readonly place: ResolvedPath;
  /** The folder that contains it, with links resolved. */
  readonly parent: string;
  /** Path segments from below the folder, including the file's name. */
  readonly names: readonly string[];
  readonly folder: ResourceFolder;
}

/** Limits on the depth and the number of searched folders. */
const DEPTH = 6;
const FOLDERS = 2_000;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Yields the wanted files below a folder. Files of a folder precede those of its sub-folders, sorted by name. Broken
 * links and cycles are tolerated.
 */
export async function* findFiles(folder: ResourceFolder, rule: FileRule, reading: ResourceReading): AsyncGenerator<ResourceFile> {
  const waiting: (readonly string[])[] = [[]];
  const seen = new Set<string>();
  for (let names = waiting.shift(); names !== undefined; names = waiting.shift()) {
    const path = join(folder.path, ...names);
    const place = await resolveIn(path, folder, reading);
    if (place === undefined || seen.has(place.path)) continue;
    const { path: real } = place;
    if (seen.size === FOLDERS) {
      reading.warn(`${folder.path} has more than ${FOLDERS} folders. The others were not searched.`);
      return;
    }
    seen.add(real);
    const entries = await list(path, place, reading);
    const wanted = entries.filter(({ name, kind }) => kind !== "folder" && rule.wanted(name));
    for (const { name } of wanted) {
      const file = join(path, name);
      const target = await resolveIn(file, folder, reading);
      if (target !== undefined) yield { path: file, real: target.path, place: target, parent: real, names: [...names, name], folder };
    }
    if ((rule.owns && wanted.length > 0) || names.length === DEPTH) continue;
    const below = entries.filter(({ name, kind }) => (kind === "folder" || kind === "link") && !SKIPPED.has(name) && !rule.wanted(name));
    waiting.push(...below.map(({ name }) => [...names, name]));
  }
}

/** Returns undefined when the path must not be read. */
const resolveIn = async (
  path: string,
  { within }: ResourceFolder,
  { workspace, warn }: ResourceReading,
): Promise<ResolvedPath | undefined> => {
  try {
    const place = await workspace.resolve(path);
    if (within === undefined || isBelow(within, place.path)) return place;
    warn(`${path} is a link to a file outside the project. It was not read.`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    warn(`${error.message} It was not read.`);
  }
  return undefined;
};

/** Returns an empty list when there is no folder: a link may point to a file, or be broken. */
const list = async (path: string, place: ResolvedPath, { workspace, warn }: ResourceReading): Promise<readonly FolderEntry[]> => {
  try {
    return await workspace.list(place);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code !== "not_found" && error.code !== "not_folder") warn(`${path} cannot be listed: ${error.message}`);
    return [];
  }
};
