import { realpathSync } from "node:fs";

/** Resolves symbolic links. Returns the path unchanged if it does not exist. */
export const realPath = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};
