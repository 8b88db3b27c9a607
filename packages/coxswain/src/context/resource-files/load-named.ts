import { type FileRule, findFiles, type ResourceFile } from "./find-files.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { readFiles } from "./read-files.ts";
import type { ResourceFolder, ResourceReading } from "./resource-folder.ts";

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
