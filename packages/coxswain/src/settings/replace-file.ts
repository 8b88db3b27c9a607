import { closeSync, constants, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Puts a file in the place of the one before, whole or not at all. Its folder has to be there. */
export const replaceFile = (path: string, text: string, mode: number): void => {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeNewFile(draft, text, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
};

const writeNewFile = (path: string, text: string, mode: number): void => {
  const descriptor = openSync(path, "wx", mode);
  try {
    // A umask may have taken from the owner what he needs.
    fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** So that the new name survives a loss of power. Windows cannot open a folder. */
const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
