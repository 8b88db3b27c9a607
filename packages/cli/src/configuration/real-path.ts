import { realpathSync } from "node:fs";

/** With its links resolved; as it is where nothing is there yet. */
export const realPath = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};
