import { lstatSync, type Stats } from "node:fs";

/**
 * Returns the stats of a path without following links. Undefined if nothing exists there, or if access is denied.
 * Synchronous: a search checks many files, and each would wait for the thread pool.
 */
export const statIfExists = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/**
 * Synchronous. Most of the paths checked at a start do not exist, and an exception for each would cost a hundred times
 * as much.
 */
export const isMissing = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
};
