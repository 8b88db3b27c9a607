import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { statIfExists } from "./path-stats.ts";

/** Limits for scanning one known path: a folder of secrets contains few files. */
const MAX_FILES = 200;
const DEPTH = 3;

export interface HardLinkOptions {
  readonly root: string;
  readonly protectedPaths?: readonly string[] | (() => readonly string[]) | undefined;
  readonly unsearched?: ((path: string) => boolean) | undefined;
}

/**
 * Returns other known paths of the same file: hard links. Scans the known files once, at the first file that may have
 * several names.
 */
export type HardLinksOf = (path: string, found?: Stats) => Promise<readonly string[]>;

export const hardLinksOf = (options: HardLinkOptions): HardLinksOf => {
  if (options.protectedPaths === undefined && options.unsearched === undefined) return async () => [];
  let index: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  return async (path, opened) => {
    const found = opened ?? statIfExists(path);
    if (found?.isFile() !== true || isOnlyName(path, found, opened)) return [];
    const names = (await (index ??= scanFiles(options))).get(identityOf(found)) ?? [];
    return names.filter((name) => name !== path);
  };
};

/**
 * Returns true if no other path leads to the file. An opened file may have lost this name since, and retain another.
 */
const isOnlyName = (path: string, found: Stats, opened: Stats | undefined): boolean => {
  const named = opened === undefined ? found : statIfExists(path);
  return found.nlink < 2 && named !== undefined && named.nlink < 2 && identityOf(named) === identityOf(found);
};

/** Maps the identity of each known file to its paths. */
const scanFiles = async ({ root, protectedPaths = [], unsearched }: HardLinkOptions): Promise<ReadonlyMap<string, readonly string[]>> => {
  const own = unsearched === undefined ? [] : (await entriesOf(root)).filter(unsearched);
  const names = new Map<string, string[]>();
  for (const place of [...(typeof protectedPaths === "function" ? protectedPaths() : protectedPaths), ...own]) {
    let remaining = MAX_FILES;
    for await (const { path, found } of filesAt(place, DEPTH)) {
      const identity = identityOf(found);
      names.set(identity, [...(names.get(identity) ?? []), path]);
      remaining -= 1;
      if (remaining === 0) break;
    }
  }
  return names;
};

interface FoundFile {
  readonly path: string;
  readonly found: Stats;
}

async function* filesAt(path: string, depth: number): AsyncIterable<FoundFile> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) yield { path, found };
  if (found?.isDirectory() !== true || depth === 0) return;
  for (const entry of await entriesOf(path)) yield* filesAt(entry, depth - 1);
}

const entriesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).map((name) => join(folder, name));

const identityOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;
