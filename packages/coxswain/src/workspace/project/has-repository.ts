import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether a folder has a `.git` that counts: anything of that name but an empty folder, which git passes over too. A
 * sandbox makes such a one where there is none for as long as a command runs, and leaves it behind when it is killed.
 */
export const hasRepository = (folder: string): boolean => {
  try {
    return readdirSync(join(folder, ".git")).length > 0;
  } catch (error) {
    return !NOTHING_THERE.has((error as NodeJS.ErrnoException).code);
  }
};

/** Of what cannot be looked into it is known that it is there. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ELOOP", "ENAMETOOLONG"]);
