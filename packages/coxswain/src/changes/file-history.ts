import type { Entry, Fold } from "../log/index.ts";
import type { PathVersion } from "../workspace/index.ts";
import {
  type FileChangeEntry,
  isFileChange,
  isRestoreEnd,
  isRestoreStart,
  type RestoreEndEntry,
  type RestoreStartEntry,
  unignoredChanges,
} from "./entries.ts";

/** A run that changed files. */
export interface ChangedRun {
  readonly run: string;
  /** Its changes, oldest first. */
  readonly entries: readonly FileChangeEntry[];
  readonly isUndone: boolean;
}

/** A restore that was made. */
export interface PastRestore {
  readonly start: RestoreStartEntry;
  /** Undefined: its end could not be recorded. */
  readonly end: RestoreEndEntry | undefined;
}

/** Restores that have begun and not ended: a crash interrupted them. */
export const openRestores: Fold<readonly RestoreStartEntry[]> = {
  name: "open_restores",
  initial: [],
  apply(state, entry) {
    if (isRestoreStart(entry)) return [...state, entry];
    return isRestoreEnd(entry) ? state.filter(({ id }) => id !== entry.restore) : state;
  },
};

/**
 * Bytes of the contents that the changes of a session name: at least those that are stored for them, since each content is stored
 * once.
 */
export const recordedBytes: Fold<number> = {
  name: "recorded_bytes",
  initial: 0,
  apply(state, entry) {
    if (!isFileChange(entry)) return state;
    const versions = entry.changes.flatMap(({ before, after }) => [before, after]);
    return versions.reduce((sum, version) => sum + storedSize(version), state);
  },
};

const storedSize = (version: PathVersion | undefined): number =>
  version?.kind === "file" && version.content !== undefined && version.omitted === undefined ? version.size : 0;

/** The changes of a session in files. */
export interface FileHistory {
  /** In the order of their first change. */
  readonly runs: readonly ChangedRun[];
  /** The undo that redo would take back. Undefined: none, or files have changed since. */
  readonly redoable: PastRestore | undefined;
}

/**
 * Returns the changes of a session in files, from all entries of its log in log order: files do not follow the conversation back to
 * an earlier branch.
 */
export const fileHistory = (entries: Iterable<Entry>): FileHistory => {
  const runs = new Map<string, FileChangeEntry[]>();
  const undone = new Set<string>();
  const ends = new Map<string, RestoreEndEntry>();
  let redoable: RestoreStartEntry[] = [];
  for (const entry of entries) {
    if (isFileChange(entry)) {
      runs.set(entry.run, [...(runs.get(entry.run) ?? []), entry]);
      // Changes that are never undone revert neither an undo nor its redo.
      if (unignoredChanges(entry).length === 0) continue;
      undone.delete(entry.run);
      redoable = [];
    } else if (isRestoreStart(entry)) {
      for (const run of entry.runs)
        if (entry.kind === "undo") undone.add(run);
        else undone.delete(run);
      if (entry.kind === "undo") redoable.push(entry);
      else redoable.pop();
    } else if (isRestoreEnd(entry)) ends.set(entry.restore, entry);
  }
  const last = redoable.at(-1);
  return {
    runs: [...runs].map(([run, changes]) => ({ run, entries: changes, isUndone: undone.has(run) })),
    redoable: last && { start: last, end: ends.get(last.id) },
  };
};

/**
 * Returns the runs that the next undo reverts: the last one that is not undone and changed more than what git ignores, and those after it,
 * whose changes stay. If there is none, the last run.
 */
export const nextUndo = (runs: readonly ChangedRun[]): readonly ChangedRun[] => {
  const done = runs.filter(({ isUndone }) => !isUndone);
  const first = done.findLastIndex(({ entries }) => entries.some((entry) => unignoredChanges(entry).length > 0));
  return done.slice(first < 0 ? -1 : first);
};
