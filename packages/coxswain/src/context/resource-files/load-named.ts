import { FileError } from "../../workspace/index.ts";
import { type FileRule, findFiles, type ResourceFile } from "./find-files.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import type { ResourceFolder, ResourceReading } from "./resource-folder.ts";

/** A file with its front matter read. */
export interface LoadedFile extends ResourceFile, FrontMatter {}

export interface NamedRule<Item> extends FileRule {
  /** What the files hold, as `skill`. */
  readonly kind: string;
  /** Undefined: the file holds none, and the person was told why. */
  readonly make: (file: LoadedFile) => Item | undefined;
}

interface Named {
  readonly name: string;
  readonly path: string;
}

/** Bytes of one file, and of all together. */
const LARGEST = 256 * 1024;
const ALL = 16 * 1024 * 1024;
/** Files that are read at a time. */
const TOGETHER = 16;

/** What the files of some folders hold, by their names: of two that have one name the first counts. A file that is found twice is read once. */
export const loadNamed = async <Item extends Named>(
  folders: readonly ResourceFolder[],
  rule: NamedRule<Item>,
  reading: ResourceReading,
): Promise<readonly Item[]> => {
  const items = new Map<string, { readonly item: Item; readonly text: string }>();
  let bytes = 0;
  for (const files of inGroups(await findAll(folders, rule, reading), TOGETHER)) {
    const texts = await Promise.all(files.map((file) => read(file, reading)));
    for (const [at, file] of files.entries()) {
      const text = texts[at];
      if (text === undefined) continue;
      bytes += text.length;
      if (bytes > ALL) {
        reading.warn(`There are more than ${ALL / 1024 / 1024} MiB of ${rule.kind}s: ${file.path} and those after it are not read.`);
        return itemsOf(items);
      }
      const item = rule.make({ ...file, ...(await readFrontMatter(text)) });
      const taken = item && items.get(item.name);
      if (item !== undefined && taken === undefined) items.set(item.name, { item, text });
      // A copy, as of what several agents are given, hides nothing.
      else if (taken !== undefined && taken.text !== text)
        reading.warn(`The ${rule.kind} ${taken.item.name} of ${taken.item.path} hides that of ${file.path}.`);
    }
  }
  return itemsOf(items);
};

const itemsOf = <Item>(items: ReadonlyMap<string, { readonly item: Item }>): readonly Item[] => [...items.values()].map(({ item }) => item);

const findAll = async (folders: readonly ResourceFolder[], rule: FileRule, reading: ResourceReading): Promise<readonly ResourceFile[]> => {
  const found = new Map<string, ResourceFile>();
  for (const folder of folders) {
    for await (const file of findFiles(folder, rule, reading)) if (!found.has(file.real)) found.set(file.real, file);
  }
  return [...found.values()];
};

const inGroups = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const read = async ({ path, real }: ResourceFile, { workspace, isSecret, warn }: ResourceReading): Promise<string | undefined> => {
  if (isSecret(real)) {
    warn(`${path} leads to a file that holds secrets: it is not read.`);
    return undefined;
  }
  try {
    // By its real path: a link that is changed meanwhile leads nowhere else.
    const text = decode(await workspace.read(real, { maxBytes: LARGEST }));
    if (text === undefined) warn(`${path} is no text in UTF-8: it is not read.`);
    return text;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    warn(`${error.message} It is not read.`);
    return undefined;
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
