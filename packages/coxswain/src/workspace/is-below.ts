import { sep } from "node:path";

/** Returns true if `path` is `folder` or below it. Both must be absolute, and resolved if links matter. */
export const isBelow = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
