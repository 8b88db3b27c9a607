import { type Entry, isRelocate, type Log } from "../log/index.ts";
import { type AnyEntry, asAnyEntries } from "./entries.ts";
import { relocatePath } from "./relocate-path.ts";

/**
 * Returns the entries of a log with the paths that their files have now: those in the session's folder have moved with it. The log
 * itself has the paths of the time.
 * @param origin the folder in which the session started, absolute; logs of earlier versions need it
 */
export const relocatedEntries = (entries: readonly AnyEntry[], origin?: string): readonly AnyEntry[] => {
  const last = entries.findLast(isRelocate);
  if (last === undefined) return entries;
  const moved: AnyEntry[] = [];
  let before = origin;
  let begin = 0;
  for (const [at, entry] of entries.entries()) {
    if (!isRelocate(entry)) continue;
    const from = entry.from ?? before;
    const move = (path: string): string => (from === undefined ? path : relocatePath(path, from, last.cwd));
    for (const one of entries.slice(begin, at)) moved.push(from === last.cwd ? one : relocated(one, move));
    before = entry.cwd;
    begin = at;
  }
  return [...moved, ...entries.slice(begin)];
};

/** Returns the entries of a path as `relocatedEntries` does, for a session that does not have the moves. */
export const relocatedPath = ({ entries, header }: Pick<Log, "entries" | "header">, path: readonly Entry[]): readonly Entry[] => {
  if (!entries.some(isRelocate)) return path;
  const moved = new Map(relocatedEntries(asAnyEntries(entries), header.cwd).map((entry) => [entry.id, entry]));
  return path.map((entry) => moved.get(entry.id) ?? entry);
};

const relocated = (entry: AnyEntry, move: (path: string) => string): AnyEntry => {
  const moveAll = (paths: readonly string[]): readonly string[] => paths.map(move);
  switch (entry.type) {
    case "file_change": {
      const { folder, created, removed } = entry;
      const changes = entry.changes.map((change) => ({ ...change, path: move(change.path) }));
      return {
        ...entry,
        folder: move(folder),
        changes,
        ...(created === undefined ? {} : { created: moveAll(created) }),
        ...(removed === undefined ? {} : { removed: moveAll(removed) }),
      };
    }
    case "restore_start": {
      const { folders, roots } = entry;
      const changes = entry.changes.map(({ movesTo, ...change }) => ({
        ...change,
        path: move(change.path),
        ...(movesTo === undefined ? {} : { movesTo: moveAll(movesTo) }),
      }));
      return { ...entry, changes, folders: moveAll(folders), roots: moveAll(roots) };
    }
    case "restore_end":
      return { ...entry, refused: entry.refused.map((one) => ({ ...one, path: move(one.path) })) };
    case "job_start":
      return { ...entry, cwd: move(entry.cwd) };
    case "agent_command":
      return { ...entry, cwd: move(entry.cwd) };
    default:
      return entry;
  }
};
