import { lstatSync } from "node:fs";

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
