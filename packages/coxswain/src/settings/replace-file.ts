import { closeSync, constants, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Replaces a file atomically. Its folder must exist. */
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
    // The umask may have removed permissions that the owner needs.
    fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Syncs the folder so that the new name survives a power loss. Windows cannot open folders. */
const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
