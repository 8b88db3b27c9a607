import { basename, dirname } from "node:path";
import type { FileChangeEntry } from "./entries.ts";

/** By path: the paths from which its content was moved there. */
export type Moves = ReadonlyMap<string, readonly string[]>;

/**
 * Finds files that were moved, by their contents: one path lost what another one got at the same time. If the lost content is unknown, it
 * may be any of its size.
 */
export const movesIn = (entries: readonly Pick<FileChangeEntry, "changes">[]): Moves => {
  const moves = new Map<string, readonly string[]>();
  for (const { changes } of entries) {
    const lost = new Map<string, string[]>();
    for (const { path, before, after } of changes) {
      if (after !== undefined || before?.kind !== "file" || before.size === 0) continue;
      const key = before.content ?? String(before.size);
      lost.set(key, [...(lost.get(key) ?? []), path]);
    }
    for (const { path, after } of changes) {
      if (after?.kind !== "file") continue;
      const from = [after.content ?? "", String(after.size)].flatMap((key) => lost.get(key) ?? []);
      if (from.length > 0) moves.set(path, [...(moves.get(path) ?? []), ...from]);
    }
  }
  return moves;
};

/**
 * Returns the folders that were moved to a new path, such as `lib` by `mv src lib`: files in them came from the same place in a
 * folder that no longer exists.
 */
export const movedFolders = (entry: Pick<FileChangeEntry, "changes" | "removed">): readonly string[] => {
  const removed = new Set(entry.removed);
  const folders = new Set<string>();
  if (removed.size === 0) return [];
  for (const [path, sources] of movesIn([entry])) {
    for (const source of sources) {
      let [to, from] = [dirname(path), dirname(source)];
      if (basename(path) !== basename(source)) continue;
      for (; removed.has(from) && to !== from; [to, from] = [dirname(to), dirname(from)]) {
        folders.add(to);
        if (basename(to) !== basename(from)) break;
      }
    }
  }
  return [...folders];
};

/** Returns moves in the other direction. */
export const reversedMoves = (moves: Moves): Moves => {
  const reversed = new Map<string, readonly string[]>();
  for (const [to, sources] of moves) for (const from of sources) reversed.set(from, [...(reversed.get(from) ?? []), to]);
  return reversed;
};

/** Returns the ends of a path's moves, one after the other, among these paths. */
export const endsOf = (path: string, moves: Moves, among: ReadonlySet<string>): readonly string[] => {
  const seen = new Set([path]);
  for (const one of seen) for (const next of moves.get(one) ?? []) seen.add(next);
  seen.delete(path);
  return [...seen].filter((one) => among.has(one));
};
