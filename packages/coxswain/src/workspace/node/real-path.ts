import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { asFileError, fileError } from "./file-error.ts";
import { isMissing } from "./path-stats.ts";

const MAX_LINKS = 40;

/** Returns the absolute path with all links resolved, even if its last parts do not exist or a link is dangling. */
export const realPath = async (path: string, links = 0): Promise<string> => {
  if (path.includes("\0")) throw fileError("io", JSON.stringify(path), "a path cannot contain a NUL character");
  const parent = dirname(path);
  if (parent !== path && isMissing(path)) return join(await realPath(parent, links), basename(path));
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw asFileError(error, path);
  }
  if (parent === path) return path;
  const candidate = join(await realPath(parent, links), basename(path));
  const target = await readlink(candidate).catch(() => undefined);
  if (target === undefined) return candidate;
  if (links === MAX_LINKS) throw fileError("io", path, "too many links");
  return realPath(isAbsolute(target) ? target : join(dirname(candidate), sep) + target, links + 1);
};
