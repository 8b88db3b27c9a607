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
import { besideSession, EXTENSION, isSessionId } from "../session-file.ts";
import { writeError } from "../write-error.ts";
import { writeFully } from "../write-fully.ts";
import { type CheckOptions, lookAt, placeOf, type SessionCheck } from "./check-session.ts";
import { outline } from "./outline.ts";

export interface Repair {
  /** Where the file is now that was repaired, as it was. */
  readonly kept: string;
  /** Entries that the new file holds. */
  readonly entries: number;
}

export interface RepairOptions {
  /** The folder that a session works in whose header is lost. */
  readonly cwd: string;
}

/**
 * Puts a file with all whole entries of a damaged session in its place, and keeps the old one beside it, byte for byte. At
 * every moment, even when this process is killed, the path holds the one or the other. Undefined: nothing would be mended.
 * @throws {SessionInUseError}
 * @throws {LogFormatError} when there is nothing that could be kept, or the session is of a newer format.
 * @throws {LogWriteError} the old file is untouched.
 */
export const repairSession = async (path: string, options: RepairOptions & CheckOptions): Promise<Repair | undefined> => {
  const id = basename(path, EXTENSION);
  const lock = SessionLock.acquire(path, id);
  const fresh = besideSession(path, `repair-${randomEntryId()}`);
  try {
    const { check, unsound } = await lookAt(path, options);
    if (!canMend(check)) return undefined;
    const entries = await writeWhole(path, fresh, headerFor(check, id, options), unsound);
    const kept = keepOld(path);
    renameSync(fresh, path);
    await syncFolder(dirname(path));
    return { kept, entries };
  } catch (error) {
    rmSync(fresh, { force: true });
    throw writeError(path, error);
  } finally {
    lock.release();
  }
};

/** Whether another file would be less damaged: lost content that is kept elsewhere does not come back with it. */
const canMend = ({ problem, damage }: SessionCheck): boolean =>
  problem !== undefined || damage.some(({ kind }) => kind !== "torn" && kind !== "blob");

/** Of a newer format not enough is known; and a session whose file is not named after it has no id any more. */
const headerFor = ({ path, header, problem, entries }: SessionCheck, id: string, { cwd }: RepairOptions): Header => {
  if (header !== undefined && problem === undefined) return header;
  if (header !== undefined || entries === 0 || !isSessionId(id)) {
    throw new LogFormatError(`${path} holds nothing that could be repaired. ${problem ?? ""}`);
  }
  return { format: FORMAT, version: FORMAT_VERSION, id, cwd, at: Date.now() };
};

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const PRIVATE = 0o600;

/**
 * Each entry stands where reading the damaged file puts it. Checkpoints go: they tell of the damage, and of where entries
 * stood. The value is how many entries are written.
 */
const writeWhole = async (from: string, to: string, header: Header, unsound: ReadonlySet<string>): Promise<number> => {
  const descriptor = openSync(to, FLAGS, PRIVATE);
  const write = (record: Header | Entry): void => {
    const { error } = writeFully((bytes) => writeSync(descriptor, bytes), Buffer.from(`${encode(record)}\n`));
    if (error !== undefined) throw error;
  };
  try {
    write(header);
    const tree = new Tree();
    const gone = new Set<string>();
    const standing = (id: string | null): string | null => {
      let at = id;
      while (at !== null && gone.has(at)) at = tree.parentOf(at) ?? null;
      return at;
    };
    let written = 0;
    for await (const entry of readEntries(from, { report: () => {} })) {
      if (unsound.has(placeOf(entry))) {
        tree.passOver(entry);
        continue;
      }
      if (tree.add(outline(entry))?.kind === "duplicate") continue;
      if (isLeaf(entry) && tree.leaf !== tree.standing(entry.to)) continue;
      if (isCheckpoint(entry)) {
        gone.add(entry.id);
        continue;
      }
      const parent = standing(tree.parentOf(entry.id) ?? null);
      write({ ...entry, parent, ...(isLeaf(entry) ? { to: standing(tree.leaf) } : {}) });
      written += 1;
    }
    fsyncSync(descriptor);
    return written;
  } finally {
    closeSync(descriptor);
  }
};

/** Under a second name, or as a copy where files can have only one. */
const keepOld = (path: string): string => {
  for (let number = 1; ; number++) {
    const kept = besideSession(path, `damaged-${number}`);
    try {
      linkSync(path, kept);
      return kept;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      copyFileSync(path, kept, constants.COPYFILE_EXCL);
      return kept;
    }
  }
};
