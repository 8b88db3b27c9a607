import { type CheckpointEntry, isIntact } from "./checkpoint.ts";
import { type Damage, type Entry, isNumbered } from "./entry.ts";
import { LogClosedError } from "./errors.ts";
import { FORMAT_VERSION } from "./header.ts";
import { pathFolds, type StoredFolds } from "./fold.ts";
import type { LogFile } from "./store.ts";
import { Tree } from "./tree.ts";

/** Result of reading a log. */
export interface Reading {
  readonly tree: Tree;
  /** Seq of the next entry. */
  readonly seq: number;
  readonly damage: readonly Damage[];
  /**
   * The checkpoint at which reading began, and the number of tree entries before it in the log. Absent: the whole log
   * was read.
   */
  readonly from?: { readonly checkpoint: CheckpointEntry; readonly length: number };
}

const acceptAny = (): boolean => true;

export interface WholeReading {
  /** Replaces an entry with an equal object that is already loaded. Default: returns the entry. */
  readonly reuse?: (entry: Entry) => Entry;
  /** A checkpoint from which a log that needs less could be opened. */
  readonly usable?: CheckpointEntry | undefined;
  /** Returns true if the caller no longer needs the log. Default: it does. */
  readonly isStopped?: () => boolean;
}

/** Reads a whole file and skips invalid entries. @throws {LogClosedError} when it was stopped. */
export const readWhole = async (
  file: LogFile,
  isValid: (entry: Entry) => boolean = acceptAny,
  { reuse = (entry) => entry, usable, isStopped = () => false }: WholeReading = {},
): Promise<Reading> => {
  const tree = new Tree();
  const misplaced: Damage[] = [];
  let seq = 0;
  for await (const entry of file.read(usable)) {
    if (isStopped()) throw new LogClosedError();
    const damage = isNumbered(entry) && isValid(entry) ? tree.add(reuse(entry)) : tree.skip(entry);
    if (damage !== undefined) misplaced.push(damage);
    if (isNumbered(entry)) seq = Math.max(seq, entry.seq + 1);
  }
  return { tree, seq, damage: [...file.damage, ...misplaced] };
};

/**
 * Reads the entries that the last checkpoint needs. Returns undefined if there is none, or if the checkpoint and the
 * entries do not match without a gap. Damage in a whole log may be valid here, and the other way round.
 */
export const readRecent = async (
  file: LogFile,
  folds: StoredFolds,
  isValid: (entry: Entry) => boolean = acceptAny,
): Promise<Reading | undefined> => {
  if (file.header.version > FORMAT_VERSION) return undefined; // this version cannot interpret its checkpoints
  const recent = await file.recent?.();
  if (recent === undefined) return undefined;
  const { checkpoint, entries } = recent;
  if (!isIntact(checkpoint) || !hasStates(checkpoint, folds)) return undefined;
  if (entries[0]?.parent !== checkpoint.above) return undefined;
  const tree = new Tree(checkpoint.above);
  let seq = 0;
  let length = 0;
  for (const entry of entries) {
    if (entry === checkpoint) {
      if (checkpoint.parent !== tree.leaf) return undefined;
      length = tree.all.entries.length;
    }
    if (!isNumbered(entry) || !isValid(entry) || tree.add(entry) !== undefined) return undefined;
    seq = Math.max(seq, entry.seq + 1);
  }
  return { tree, seq, damage: [...(checkpoint.damage ?? []), ...file.damage], from: { checkpoint, length } };
};

const hasStates = ({ pathStates, allStates }: CheckpointEntry, folds: StoredFolds): boolean =>
  pathFolds(folds).every(({ name }) => Object.hasOwn(pathStates, name)) && folds.all.every(({ name }) => Object.hasOwn(allStates, name));
