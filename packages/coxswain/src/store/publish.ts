import { existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { LogWriteError } from "../log/index.ts";

/** Error codes of file systems without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Gives a finished file its name atomically, without replacing an existing file.
 * @throws {LogWriteError} if a file of that name exists.
 */
export const publish = (temporary: string, path: string): void => {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (existsSync(path)) throw new LogWriteError(`${path} already exists.`, { cause: error });
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(temporary, path);
    return;
  }
  unlinkSync(temporary);
};
