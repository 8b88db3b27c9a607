import { findProgram } from "./find-program.ts";

/** Returns the ripgrep bundled with this package, otherwise the system's, or undefined. */
export const findRipgrep = async (path: string): Promise<string | undefined> => {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return findProgram("rg", path);
  }
};
