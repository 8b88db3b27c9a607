import { type CheckpointEntry, isIntact } from "./checkpoint.ts";
import type { Damage } from "./damage.ts";
import { type Entry, isNumbered } from "./entry.ts";
import { FORMAT_VERSION } from "./header.ts";
import type { KeptFolds } from "./kept-folds.ts";
import type { LogFile } from "./store.ts";
import { Tree } from "./tree.ts";

/** What was read of a log. */
export interface Reading {
  readonly tree: Tree;
  /** Of the next entry. */
  readonly seq: number;
  readonly damage: readonly Damage[];
  /** Where it begins, with how many entries of the tree stand before that one in the log. Absent: all was read. */
  readonly from?: { readonly checkpoint: CheckpointEntry; readonly length: number };
}

const anyIsSound = (): boolean => true;

/**
 * Reads a file to its end, but for what is not sound. `known` gives the object that is at hand already in the place of one
 * that says the same.
 */
export const readWhole = async (
  file: LogFile,
  isSound: (entry: Entry) => boolean = anyIsSound,
  known = (entry: Entry): Entry => entry,
): Promise<Reading> => {
  const tree = new Tree();
  const misplaced: Damage[] = [];
  let seq = 0;
  for await (const entry of file.read()) {
    const damage = isNumbered(entry) && isSound(entry) ? tree.add(known(entry)) : tree.passOver(entry);
    if (damage !== undefined) misplaced.push(damage);
    if (isNumbered(entry)) seq = Math.max(seq, entry.seq + 1);
  }
  return { tree, seq, damage: [...file.damage, ...misplaced] };
};

/**
 * Reads what the last checkpoint says is needed. Undefined when there is none, or what it says and what is read do not go
 * together without a gap: what would be damage in a whole log may be sound, and the other way round.
 */
export const readRecent = async (
  file: LogFile,
  kept: KeptFolds,
  isSound: (entry: Entry) => boolean = anyIsSound,
): Promise<Reading | undefined> => {
  if (file.header.version > FORMAT_VERSION) return undefined; // nobody here knows what its checkpoints say
  const recent = await file.recent?.();
  if (recent === undefined) return undefined;
  const { checkpoint, entries } = recent;
  if (!isIntact(checkpoint) || !hasStates(checkpoint, kept)) return undefined;
  if (entries[0]?.parent !== checkpoint.above) return undefined;
  const tree = new Tree(checkpoint.above);
  let seq = 0;
  let length = 0;
  for (const entry of entries) {
    if (entry === checkpoint) {
      if (checkpoint.parent !== tree.leaf) return undefined;
      length = tree.all.length;
    }
    if (!isNumbered(entry) || !isSound(entry) || tree.add(entry) !== undefined) return undefined;
    seq = Math.max(seq, entry.seq + 1);
  }
  return { tree, seq, damage: [...(checkpoint.damage ?? []), ...file.damage], from: { checkpoint, length } };
};

const hasStates = ({ pathStates, allStates }: CheckpointEntry, { path, all, horizon }: KeptFolds): boolean =>
  [...path, horizon].every(({ name }) => Object.hasOwn(pathStates, name)) && all.every(({ name }) => Object.hasOwn(allStates, name));
