import { relative } from "node:path";
import { escapeLine } from "../output/index.ts";

/** Formats a path: relative to `cwd` if it is below it. A slash at its end stays. */
export const shownPath = (cwd: string, path: string): string => {
  const way = relative(cwd, path);
  return escapeLine(way === "" || way.startsWith("..") ? path : path.endsWith("/") ? `${way}/` : way);
};
