import type { ContentStore } from "../../base/index.ts";
import type { FileVersion } from "./file-version.ts";
import type { GitFolder } from "./git-folder.ts";
import type { CleanVersion, ScannedFile } from "./scan.ts";

/** Returns the versions of files, and stores the bytes of those that only git has. */
export const withContents = async (
  files: readonly (ScannedFile | undefined)[],
  contents: Pick<ContentStore, "put">,
): Promise<readonly (FileVersion | undefined)[]> => {
  const objects = new Map<GitFolder, Set<string>>();
  for (const file of files) {
    if (file?.version.kind !== "clean") continue;
    const { folder, object } = file.version;
    objects.set(folder, (objects.get(folder) ?? new Set()).add(object));
  }
  const names = new Map<string, string>();
  for (const [folder, needed] of objects) {
    const found = await folder.contents([...needed]).catch(() => NO_CONTENTS);
    for (const [object, bytes] of found) names.set(nameOf(object, bytes.length), await contents.put(bytes));
  }
  return files.map((file) => {
    if (file?.version.kind !== "clean") return file?.version;
    // Attributes may have been different when git wrote the file, and their conversion changed its size.
    return withContent(file.version, names.get(nameOf(file.version.object, file.version.size)));
  });
};

const nameOf = (object: string, size: number): string => `${object} ${size}`;

const NO_CONTENTS: ReadonlyMap<string, Uint8Array> = new Map();

const withContent = ({ mode, size }: CleanVersion, content: string | undefined): FileVersion => ({
  kind: "file",
  mode,
  size,
  ...(content === undefined ? { omitted: "lost" as const } : { content }),
});
