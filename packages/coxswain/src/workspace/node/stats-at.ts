import { lstatSync, type Stats } from "node:fs";

/**
 * What stands at a path, links not followed; undefined where nothing does, or none may look. At once: a search comes with many files, and each
 * would wait for the pool of threads.
 */
export const statsAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
