import { findProgram } from "./find-program.ts";

/** The program that came with this package, else the system's; undefined when there is neither. */
export const findRipgrep = async (path: string): Promise<string | undefined> => {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return findProgram("rg", path);
  }
};
