import { sep } from "node:path";

/** Whether a path is a folder's own, or leads to something in it. Both absolute, and real where that matters. */
export const isBelow = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
