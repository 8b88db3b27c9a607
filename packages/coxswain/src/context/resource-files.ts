import { type Workspace, FileError, type FolderEntry, isBelow, type ResolvedPath } from "../workspace/index.ts";
import { join } from "node:path";
import { withoutInvisible } from "./invisible-characters.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";

/** Owner of a file: the project or the user. */
export type ResourceOrigin = "project" | "user";

/** A folder with skills, prompt templates or agents. */
export interface ResourceFolder {
  /** Absolute. */
  readonly path: string;
  readonly origin: ResourceOrigin;
  /**
   * Links that lead out of this folder (absolute, real) are rejected: a repository must not include files of the user.
   */
  readonly within?: string;
}

/** Options for reading resource folders. */
export interface ResourceReading {
  readonly workspace: Pick<Workspace, "resolve" | "stat" | "list" | "read">;
  /** Returns whether an absolute real path contains secrets: file contents may go to the model. */
  readonly isSecret: (path: string) => boolean;
  /** Receives a sentence for each existing item that is not read, or not read unchanged. */
  readonly warn: (warning: string) => void;
}

export interface FileRule {
  /** `depth`: 0 for a file directly in the resource folder. */
  readonly matches: (name: string, depth: number) => boolean;
  /** True for a file that everything else in and below its folder belongs to: none of it is wanted. Default: no file. */
  readonly owns?: (name: string) => boolean;
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
    const depth = names.length;
    const matching = entries.filter(({ name, kind }) => kind !== "folder" && rule.matches(name, depth));
    const owners = matching.filter(({ name }) => rule.owns?.(name) === true);
    for (const { name } of owners.length > 0 ? owners : matching) {
      const file = join(path, name);
      const target = await resolveIn(file, folder, reading);
      if (target !== undefined) yield { path: file, real: target.path, place: target, parent: real, names: [...names, name], folder };
    }
    if (owners.length > 0 || depth === DEPTH) continue;
    const isFolder = ({ name, kind }: FolderEntry): boolean => kind === "folder" || (kind === "link" && !rule.matches(name, depth));
    const below = entries.filter((entry) => isFolder(entry) && !SKIPPED.has(entry.name));
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

/** Limits in bytes, per file and in total. */
const LARGEST = 256 * 1024;
const ALL = 16 * 1024 * 1024;
/** Number of files read concurrently. */
const TOGETHER = 16;

/** Yields the contents of files, in order. Skips files that cannot or must not be read, with a warning. */
async function* readFiles(
  files: readonly ResourceFile[],
  reading: ResourceReading,
): AsyncGenerator<{ readonly file: ResourceFile; readonly text: string }> {
  let bytes = 0;
  for (let at = 0; at < files.length; at += TOGETHER) {
    const some = files.slice(at, at + TOGETHER);
    const read = await Promise.all(some.map((file) => textOf(file, reading)));
    for (const [index, file] of some.entries()) {
      const { text, problem } = read[index] ?? {};
      if (problem !== undefined) reading.warn(problem);
      if (text === undefined) continue;
      bytes += text.length;
      if (bytes > ALL)
        return reading.warn(`${file.path} and the files after it were not read: their total size exceeds ${ALL / 1024 / 1024} MiB.`);
      yield { file, text };
    }
  }
}

interface Read {
  readonly text?: string;
  readonly problem?: string;
}

const textOf = async ({ path, real, place }: ResourceFile, { workspace, isSecret }: ResourceReading): Promise<Read> => {
  if ([real, ...(place.alsoKnownAs ?? [])].some(isSecret)) return { problem: `${path} leads to a file with secrets. It was not read.` };
  try {
    // Reads the resolved path, so that a link changed meanwhile cannot redirect the read.
    const text = decode(await workspace.read(place, { maxBytes: LARGEST }));
    if (text === undefined) return { problem: `${path} is not a UTF-8 text file. It was not read.` };
    const seen = withoutInvisible(text);
    return seen === text ? { text } : { text: seen, problem: `${path} contains invisible characters. They were removed.` };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { problem: `${path === real ? "" : `${path}: `}${error.message} It was not read.` };
  }
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
};

/** A file with its parsed front matter. */
export interface LoadedFile extends ResourceFile, FrontMatter {}

export interface NamedRule<Item> extends FileRule {
  /** Kind of resource, such as `skill`. */
  readonly kind: string;
  /** Returns the resource, or a sentence that states why the file contains none. */
  readonly make: (file: LoadedFile) => Item | string;
}

interface Named {
  readonly name: string;
  readonly path: string;
}

/**
 * Loads the resources of some folders. Of two with the same name the first is used. A file found twice is read once.
 */
export const loadNamed = async <Item extends Named>(
  folders: readonly ResourceFolder[],
  rule: NamedRule<Item>,
  reading: ResourceReading,
): Promise<readonly Item[]> => {
  const items = new Map<string, { readonly item: Item; readonly text: string }>();
  for await (const { file, text } of readFiles(await findAll(folders, rule, reading), reading)) {
    const item = rule.make({ ...file, ...(await readFrontMatter(text)) });
    if (typeof item === "string") {
      reading.warn(item);
      continue;
    }
    const first = items.get(item.name);
    if (first === undefined) items.set(item.name, { item, text });
    // An identical copy, such as one shared by several agents, needs no warning.
    else if (first.text !== text) reading.warn(`The ${rule.kind} ${item.name} of ${first.item.path} hides that of ${item.path}.`);
  }
  return [...items.values()].map(({ item }) => item);
};

/** Searches all folders concurrently, and reports warnings in folder order. */
const findAll = async (folders: readonly ResourceFolder[], rule: FileRule, reading: ResourceReading): Promise<readonly ResourceFile[]> => {
  const looks = folders.map(async (folder) => {
    const warnings: string[] = [];
    const files = await Array.fromAsync(findFiles(folder, rule, { ...reading, warn: (warning) => void warnings.push(warning) }));
    return { files, warnings };
  });
  const found = new Map<string, ResourceFile>();
  for (const { files, warnings } of await Promise.all(looks)) {
    warnings.forEach(reading.warn);
    for (const file of files) if (!found.has(file.real)) found.set(file.real, file);
  }
  return [...found.values()];
};
