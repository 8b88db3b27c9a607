import type { ContentStore } from "../../base/index.ts";
import type { FileVersion, Omission } from "./file-version.ts";
import type { GitFolder } from "./git-folder.ts";
import { PERMISSIONS } from "./read-version.ts";
import type { ScannedFile } from "./scan.ts";
import type { StoredBytes } from "./stored-bytes.ts";

export interface CleanContentsOptions {
  readonly contents: Pick<ContentStore, "put">;
  /** Reserves bytes for a content. Returns the reason not to store it. */
  readonly reserve: (bytes: number) => Omission | undefined;
  /** Counts the bytes of contents that are stored. */
  readonly counted: Pick<StoredBytes, "settle">;
}

/** Bytes and number of the objects that are read at once. */
const BATCH = { bytes: 32 * 1024 * 1024, objects: 5000 };

/** Returns the versions of files, and stores the bytes of those that only git has. */
export const withContents = async (
  files: readonly (ScannedFile | undefined)[],
  { contents, reserve, counted }: CleanContentsOptions,
): Promise<readonly (FileVersion | undefined)[]> => {
  const stored = new Map<string, StoredContent>();
  const needed = new Map<GitFolder, NeededObject[]>();
  for (const file of files) {
    if (file?.version.kind !== "clean") continue;
    const { object } = file.version.file;
    const { size } = file.stats;
    const name = nameOf(object, size);
    if (stored.has(name)) continue;
    const omitted = reserve(size);
    stored.set(name, { omitted: omitted ?? "lost" });
    if (omitted !== undefined) continue;
    const ofFolder = needed.get(file.version.folder) ?? [];
    needed.set(file.version.folder, ofFolder);
    ofFolder.push({ object, size });
  }
  for (const [folder, objects] of needed) {
    for (const batch of batches(objects)) {
      const found = await folder.contents(batch).catch(() => NO_CONTENTS);
      for (const [object, bytes] of found) {
        const content = await contents.put(bytes).catch(() => undefined);
        stored.set(nameOf(object, bytes.length), content === undefined ? { omitted: "unstored" } : { content });
      }
    }
    for (const { object, size } of objects) counted.settle(size, { size, ...stored.get(nameOf(object, size)) });
  }
  return files.map((file) => {
    if (file === undefined) return undefined;
    const { version, stats } = file;
    if (version.kind !== "clean") return version;
    // Attributes may have been different when git wrote the file, and their conversion changed its size.
    return { kind: "file", mode: stats.mode & PERMISSIONS, size: stats.size, ...stored.get(nameOf(version.file.object, stats.size)) };
  });
};

type StoredContent = { readonly content: string } | { readonly omitted: Omission };

interface NeededObject {
  readonly object: string;
  readonly size: number;
}

const nameOf = (object: string, size: number): string => `${object} ${size}`;

const NO_CONTENTS: ReadonlyMap<string, Uint8Array> = new Map();

const batches = function* (objects: readonly NeededObject[]): IterableIterator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const { object, size } of objects) {
    if (batch.length > 0 && (bytes + size > BATCH.bytes || batch.length >= BATCH.objects)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(object);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
};
