import { SearchError } from "../errors.ts";

/** Returns a matcher for paths with `/` as separator. A glob without a slash matches the name at any depth. */
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
