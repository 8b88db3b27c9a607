import type { Entry } from "../log/index.ts";
import { isSameVersion, type PathChange, type PathVersion } from "../workspace/index.ts";
import { type ChangeSource, isFileChange, isRestoreEnd, isRestoreStart } from "./entries.ts";
import { presentVersions } from "./restore-plan.ts";

/** A change of one path in the log. */
export interface RecordedChange extends PathChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly cause: ChangeCause;
  /** Found by comparing the folder before and after a command: the user or another program may have made the change. */
  readonly isUncertain: boolean;
  /** True if something else changed the file between the recorded change before this one and this one. */
  readonly followsOther: boolean;
}

/** The origin of a recorded change: work of a run, or an undo or redo of runs. */
export type ChangeCause =
  | { readonly kind: "work"; readonly run: string; readonly by: readonly ChangeSource[] }
  | { readonly kind: "undo" | "redo"; readonly runs: readonly string[] };

/** A file, or a folder that is compared as a whole, with its recorded changes, oldest first; at least one. */
export interface ChangedFile {
  /** Absolute. A folder ends with a slash. */
  readonly path: string;
  readonly changes: readonly [RecordedChange, ...RecordedChange[]];
}

/** Returns the files that a session changed, by path, from all entries of its log in log order. */
export const changedFiles = (entries: Iterable<Entry>): readonly ChangedFile[] => {
  const refused = new Map<string, ReadonlySet<string>>();
  const all = [...entries];
  for (const entry of all) if (isRestoreEnd(entry)) refused.set(entry.restore, new Set(entry.refused.map(({ path }) => path)));
  const files = new Map<string, [RecordedChange, ...RecordedChange[]]>();
  const add = (change: Omit<RecordedChange, "followsOther">): void => {
    const earlier = files.get(change.path);
    if (earlier === undefined) files.set(change.path, [{ ...change, followsOther: false }]);
    else earlier.push({ ...change, followsOther: differs(earlier.at(-1)?.after, change.before) });
  };
  for (const entry of all) {
    if (isFileChange(entry)) {
      const { at, run, by, found } = entry;
      const cause: ChangeCause = { kind: "work", run, by };
      for (const change of entry.changes) add({ ...change, at, cause, isUncertain: found === "compared" });
    } else if (isRestoreStart(entry)) {
      const { id, at, kind, runs, changes } = entry;
      for (const change of changes) {
        if (refused.get(id)?.has(change.path) !== true) add({ ...change, at, cause: { kind, runs }, isUncertain: false });
      }
    }
  }
  return [...files].map(([path, changes]) => ({ path, changes })).toSorted(byPath);
};

/** A change of a file from before its first recorded change to after its last one. */
export interface NetChange extends PathChange {
  readonly isUncertain: boolean;
  /** True if something else changed the file in between, or another run, so that the change includes that. */
  readonly includesOther: boolean;
}

/**
 * Returns what a session, or some runs of it, changed in files, without files that are as they were before. The undo and the redo of a
 * run are not changes of the run.
 */
export const netChanges = (files: readonly ChangedFile[], runs?: readonly string[]): readonly NetChange[] =>
  files.flatMap(({ path, changes: all }) => {
    const changes = runs === undefined ? all : all.filter(({ cause }) => cause.kind === "work" && runs.includes(cause.run));
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { before } = first;
    const { after } = last;
    if (isSameVersion(before, after)) return [];
    const isUncertain = changes.some((change) => change.isUncertain);
    const includesOther = changes.some((change, at) => at > 0 && differs(changes[at - 1]?.after, change.before));
    return [{ path, ...presentVersions(before, after), isUncertain, includesOther }];
  });

/** True if two versions are known to differ. */
const differs = (one: PathVersion | undefined, other: PathVersion | undefined): boolean => {
  if (one === undefined || other === undefined) return one !== other;
  if (one.kind === "folder" || other.kind === "folder") {
    const areKnown = one.kind === "folder" && other.kind === "folder" && one.digest !== undefined && other.digest !== undefined;
    return areKnown && !isSameVersion(one, other);
  }
  if (one.kind === "link" || other.kind === "link") return one.kind !== "link" || other.kind !== "link" || one.target !== other.target;
  if (one.mode !== other.mode || one.size !== other.size) return true;
  return one.content !== undefined && other.content !== undefined && one.content !== other.content;
};

const byPath = (one: ChangedFile, other: ChangedFile): number => (one.path < other.path ? -1 : 1);
