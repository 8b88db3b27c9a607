import { existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { LogWriteError } from "../log/index.ts";

/** What file systems say that know no second name for a file. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Gives a finished file its name, all at once, and never in the place of another.
 * @throws {LogWriteError} when there is a file of that name.
 */
export const publish = (temporary: string, path: string): void => {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (existsSync(path)) throw new LogWriteError(`${path} exists already.`, { cause: error });
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(temporary, path);
    return;
  }
  unlinkSync(temporary);
};
