import { SearchError } from "../errors.ts";

/** Judges paths with `/` between their parts. A glob without a slash is about the name, at any depth. */
export const globMatcher = async (glob: string): Promise<(path: string) => boolean> => {
  if (glob === "") throw new SearchError("glob", "the glob is empty");
  const { default: picomatch } = await import("picomatch");
  const pattern = glob.replace(/^\.\//, "");
  try {
    const matches = picomatch(pattern, { dot: true, strictBrackets: true, basename: !pattern.includes("/") });
    return (path) => matches(path);
  } catch (error) {
    throw new SearchError("glob", `error parsing glob "${glob}": ${(error as Error).message}`, error);
  }
};
