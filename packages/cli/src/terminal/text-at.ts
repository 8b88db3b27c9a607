import { lstat, readFile } from "node:fs/promises";

/** Bytes of a file that is read to be shown. */
const MAX_BYTES = 1024 * 1024;

/** The text of a file; `none`: there is nothing; undefined: what is there cannot be shown, as a folder or an image. */
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
