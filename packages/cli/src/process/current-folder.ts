import { UsageError } from "../argv/index.ts";

/** The folder that the program was started in. @throws {UsageError} when it was removed since. */
export const currentFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    throw new UsageError("this folder is not there any more: go to another one");
  }
};
