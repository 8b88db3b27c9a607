import { type Dirent, opendirSync } from "node:fs";

/**
 * Returns the entries of a folder, in the order of the file system. Undefined: there are more than `most`, which is found out without
 * reading all of them. A folder that cannot be read has none: no command of the same user could change files in it.
 */
export const folderEntries = (path: string, most: number): readonly Dirent[] | undefined => {
  const entries: Dirent[] = [];
  try {
    using folder = opendirSync(path);
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (entries.length >= most) return undefined;
      entries.push(entry);
    }
  } catch {
    return [];
  }
  return entries;
};
