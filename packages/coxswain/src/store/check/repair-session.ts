import { closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  encode,
  type Entry,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  isCheckpoint,
  isLeaf,
  LogFormatError,
  randomEntryId,
  Tree,
} from "../../log/index.ts";
import { SessionLock } from "../lock/index.ts";
import { syncFolder } from "../private-folder.ts";
import { readEntries } from "../read-entries.ts";
import { hasDamagedId, readableFields } from "../session-header.ts";
import { sessionSidecar, EXTENSION, isSessionId } from "../session-file.ts";
import { writeError, writeFully } from "../file-writes.ts";
import { type CheckOptions, inspectSession, entryKey, type SessionCheck, outline } from "./check-session.ts";

export interface Repair {
  /** Path of the unchanged original file. */
  readonly backup: string;
  /** Number of entries in the new file. */
  readonly entries: number;
  /** Fields of the header that could not be read, and have new values. Absent: none. */
  readonly lost?: readonly ("cwd" | "at")[];
}

export interface RepairOptions {
  /** Working folder for a session whose header is lost. */
  readonly cwd: string;
}

/**
 * Replaces a damaged session's file with one that contains all its complete entries, and moves the old file next to it,
 * byte for byte. At every moment, even if this process is killed, the path names one or the other. Undefined if there
 * is nothing to repair.
 * @throws {SessionInUseError}
 * @throws {LogFormatError} if no entry can be recovered, or if the session has a newer format.
 * @throws {LogWriteError} the old file is unchanged.
 */
export const repairSession = async (path: string, options: RepairOptions & CheckOptions): Promise<Repair | undefined> => {
  const id = basename(path, EXTENSION);
  const lock = SessionLock.acquire(path, id);
  const fresh = sessionSidecar(path, `repair-${randomEntryId()}`);
  try {
    const { check, invalid } = await inspectSession(path, options);
    if (!isRepairable(check)) return undefined;
    const { header, lost } = await headerFor(check, id, options);
    const entries = await writeWhole(path, fresh, header, invalid);
    const backup = backUp(path);
    renameSync(fresh, path);
    await syncFolder(dirname(path));
    return { backup, entries, ...(lost.length === 0 ? {} : { lost }) };
  } catch (error) {
    rmSync(fresh, { force: true });
    throw writeError(path, error);
  } finally {
    lock.release();
  }
};

/**
 * Returns true if a new file would be less damaged. Rewriting does not restore lost content that is stored elsewhere.
 */
const isRepairable = ({ problem, damage }: SessionCheck): boolean =>
  problem !== undefined || damage.some(({ kind }) => kind !== "torn" && kind !== "blob");

/** Sessions of a newer format cannot be repaired. A session whose file is not named after it has lost its id. */
const headerFor = async (
  { path, header, problem, entries }: SessionCheck,
  id: string,
  { cwd }: RepairOptions,
): Promise<{ readonly header: Header; readonly lost: readonly ("cwd" | "at")[] }> => {
  if (header !== undefined && problem === undefined) return { header, lost: [] };
  if (header !== undefined && hasDamagedId(path, header) && header.version <= FORMAT_VERSION)
    return { header: { ...header, id }, lost: [] };
  if (header !== undefined || entries === 0 || !isSessionId(id)) {
    throw new LogFormatError(`${path} contains nothing that can be repaired. ${problem ?? ""}`);
  }
  const found = await readableFields(path);
  const lost = (["cwd", "at"] as const).filter((field) => found[field] === undefined);
  return { header: { format: FORMAT, version: FORMAT_VERSION, id, cwd, at: Date.now(), ...found }, lost };
};

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const PRIVATE = 0o600;

/**
 * Writes each entry at the position where reading the damaged file puts it, and omits checkpoints, which describe the
 * damage and the old offsets. Returns the number of entries written.
 */
const writeWhole = async (from: string, to: string, header: Header, invalid: ReadonlySet<string>): Promise<number> => {
  const descriptor = openSync(to, FLAGS, PRIVATE);
  const write = (record: Header | Entry): void => {
    const { error } = writeFully((bytes) => writeSync(descriptor, bytes), Buffer.from(`${encode(record)}\n`));
    if (error !== undefined) throw error;
  };
  try {
    write(header);
    const tree = new Tree();
    const removed = new Set<string>();
    const existingAncestor = (id: string | null): string | null => {
      let at = id;
      while (at !== null && removed.has(at)) at = tree.parentOf(at) ?? null;
      return at;
    };
    let written = 0;
    for await (const entry of readEntries(from, { report: () => {} })) {
      if (invalid.has(entryKey(entry))) {
        tree.skip(entry);
        continue;
      }
      if (tree.add(outline(entry))?.kind === "duplicate") continue;
      if (isLeaf(entry) && tree.leaf !== tree.resolveSkipped(entry.to)) continue;
      if (isCheckpoint(entry)) {
        removed.add(entry.id);
        continue;
      }
      const parent = existingAncestor(tree.parentOf(entry.id) ?? null);
      write({ ...entry, parent, ...(isLeaf(entry) ? { to: existingAncestor(tree.leaf) } : {}) });
      written += 1;
    }
    fsyncSync(descriptor);
    return written;
  } finally {
    closeSync(descriptor);
  }
};

/** As a hard link, or as a copy on file systems without hard links. */
const backUp = (path: string): string => {
  for (let number = 1; ; number++) {
    const backup = sessionSidecar(path, `damaged-${number}`);
    try {
      linkSync(path, backup);
      return backup;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      copyFileSync(path, backup, constants.COPYFILE_EXCL);
      return backup;
    }
  }
};
