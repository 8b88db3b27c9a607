import { isAbsolute, join, relative, sep } from "node:path";

/** Where a folder is when another one was moved: the same one, unless it is that or lies in it. */
export const movedAlong = (folder: string, from: string, to: string): string => {
  const within = relative(from, folder);
  return within === ".." || within.startsWith(`..${sep}`) || isAbsolute(within) ? folder : join(to, within);
};
