import { isAbsolute, join, relative, sep } from "node:path";

/** Returns the path of a folder after another folder was moved: unchanged, unless it is that folder or inside it. A slash at its end stays. */
export const relocatePath = (folder: string, from: string, to: string): string => {
  const within = relative(from, folder);
  const end = folder.endsWith(sep) ? sep : "";
  return within === ".." || within.startsWith(`..${sep}`) || isAbsolute(within) ? folder : join(to, within, end);
};
