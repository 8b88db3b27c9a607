import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns true if a folder contains a `.git` other than an empty folder, which git ignores too. A sandbox creates an
 * empty one while a command runs, and leaves it behind if it is killed.
 */
export const hasRepository = (folder: string): boolean => {
  try {
    return readdirSync(join(folder, ".git")).length > 0;
  } catch (error) {
    return !NOTHING_THERE.has((error as NodeJS.ErrnoException).code);
  }
};

/** Other errors mean that something exists but cannot be read. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ELOOP", "ENAMETOOLONG"]);
