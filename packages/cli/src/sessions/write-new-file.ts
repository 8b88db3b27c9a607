import { open, rename, rm } from "node:fs/promises";

/** Writes a file for its owner alone, which has its name once all of it is there; until then what was there stays. */
export const writeNewFile = async (path: string, text: AsyncIterable<string>): Promise<void> => {
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
