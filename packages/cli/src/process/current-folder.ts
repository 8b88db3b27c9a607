import { UsageError } from "../argv/index.ts";

/** Returns the working directory. @throws {UsageError} if it was removed. */
export const currentFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    throw new UsageError("the current folder no longer exists: change to another one");
  }
};
