import { open, realpath, rename, rm, stat } from "node:fs/promises";

/**
 * Writes a file for its owner alone, which has its name once all of it is there; until then what was there stays. A link stays, and what it leads
 * to is written. What is no regular file, as `/dev/stdout` or a pipe, is written as it is: no file takes its place.
 */
export const writeNewFile = async (path: string, text: AsyncIterable<string>): Promise<void> => {
  const there = await stat(path).catch(() => undefined);
  if (there === undefined) return writeBeside(path, text);
  if (there.isFile()) return writeBeside(await realpath(path), text);
  await using file = await open(path, "w");
  for await (const piece of text) await file.writeFile(piece);
};

const writeBeside = async (path: string, text: AsyncIterable<string>): Promise<void> => {
  const temporary = `${path}.${process.pid}.new`;
  const file = await open(temporary, "wx", 0o600);
  try {
    try {
      for await (const piece of text) await file.write(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};
