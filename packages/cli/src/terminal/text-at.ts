import { lstat, readFile } from "node:fs/promises";

/** Size limit of a file to show. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the text of a file. `none`: the file does not exist. Undefined: it cannot be shown, for example a folder or an
 * image.
 */
export const readText = async (path: string): Promise<{ readonly text: string } | "none" | undefined> => {
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    return isMissing ? "none" : undefined;
  }
};
