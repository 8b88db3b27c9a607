import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a temporary folder of this process. `removeOldFolders` deletes it if the process is killed. */
export const sandboxFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `cox-sandbox-${pidSpace()}_${process.pid}_`));

/** Deletes the temporary folders of this user's processes that have ended. Ignores what it cannot delete. */
export const removeOldFolders = async (): Promise<void> => {
  const folder = tmpdir();
  const old = namesIn(folder).filter((name) => isOld(join(folder, name), name));
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => {})));
};

/** Names that contain the namespace and the id of the process that uses them. */
export const SANDBOX_NAME = /^cox-sandbox-(\d+)_(\d+)_/;

/** True for a name of a process that has ended. */
export const isOldName = (name: string): boolean => {
  const [, space, pid] = SANDBOX_NAME.exec(name) ?? [];
  // Another namespace has other processes with these ids, and may share the temporary folder.
  return space === pidSpace() && pid !== undefined && !isAlive(Number(pid));
};

const isOld = (path: string, name: string): boolean => {
  if (!isOldName(name)) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
};

/** Id of the namespace of this process's pid. 0 on systems without. */
const pidSpace = (): string => {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
  } catch {
    return "0";
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
