import type { ContentStore } from "../../base/index.ts";
import type { FileVersion } from "./file-version.ts";
import type { GitFolder } from "./git-folder.ts";
import { PERMISSIONS } from "./read-version.ts";
import type { ScannedFile } from "./scan.ts";

/** Returns the versions of files, and stores the bytes of those that only git has. */
export const withContents = async (
  files: readonly (ScannedFile | undefined)[],
  contents: Pick<ContentStore, "put">,
): Promise<readonly (FileVersion | undefined)[]> => {
  const objects = new Map<GitFolder, Set<string>>();
  for (const file of files) {
    if (file?.version.kind !== "clean") continue;
    const { folder, file: tracked } = file.version;
    objects.set(folder, (objects.get(folder) ?? new Set()).add(tracked.object));
  }
  /** Undefined: the store failed. */
  const names = new Map<string, string | undefined>();
  for (const [folder, needed] of objects) {
    const found = await folder.contents([...needed]).catch(() => NO_CONTENTS);
    for (const [object, bytes] of found) names.set(nameOf(object, bytes.length), await contents.put(bytes).catch(() => undefined));
  }
  return files.map((file) => {
    if (file === undefined) return undefined;
    const { version, stats } = file;
    if (version.kind !== "clean") return version;
    const found = { kind: "file", mode: stats.mode & PERMISSIONS, size: stats.size } as const;
    // Attributes may have been different when git wrote the file, and their conversion changed its size.
    const name = nameOf(version.file.object, stats.size);
    const content = names.get(name);
    return content === undefined ? { ...found, omitted: names.has(name) ? "unstored" : "lost" } : { ...found, content };
  });
};

const nameOf = (object: string, size: number): string => `${object} ${size}`;

const NO_CONTENTS: ReadonlyMap<string, Uint8Array> = new Map();
