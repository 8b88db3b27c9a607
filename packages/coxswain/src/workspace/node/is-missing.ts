import { lstatSync } from "node:fs";

/** At once: of the many places that a start looks at most are not there, and to hear of each by an error costs a hundred times as much. */
export const isMissing = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
};
