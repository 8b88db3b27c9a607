import { type FileChange, type FileVersion, isSameVersion, type Omission } from "../workspace/index.ts";
import type { FileChangeEntry, RestoredChange } from "./entries.ts";
import type { ChangedRun, PastRestore } from "./file-history.ts";
import { endsOf, type Moves, movedFolders, movesIn, reversedMoves } from "./moved-files.ts";

/** Files to change back, or again. */
export interface RestorePlan {
  readonly kind: "undo" | "redo";
  /** Oldest first. */
  readonly runs: readonly string[];
  readonly changes: readonly PlannedChange[];
  /** Files that cannot be restored, with the reason: a clause. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Folders to remove once they are empty, absolute. */
  readonly folders: readonly string[];
  /** The folders that work was done in: nothing else is changed. */
  readonly roots: readonly string[];
  /** Folders whose changes are not known, absolute. */
  readonly unlisted: readonly string[];
}

export interface PlannedChange extends RestoredChange {
  /** Found by comparing the folder before and after a command: the user or another program may have made the change. */
  readonly isUncertain: boolean;
}

/** Plans to undo the changes of some runs. */
export const planUndo = (runs: readonly ChangedRun[]): RestorePlan => {
  const entries = runs.flatMap((run) => run.entries).toSorted((one, other) => one.seq - other.seq);
  const chains = new Map<string, { readonly change: FileChange; readonly isUncertain: boolean }[]>();
  for (const { changes, found } of entries)
    for (const change of changes)
      chains.set(change.path, [...(chains.get(change.path) ?? []), { change, isUncertain: found === "compared" }]);
  const changes: PlannedChange[] = [];
  const refused: { path: string; reason: string }[] = [];
  const returning = new Set<string>();
  for (const [path, chain] of chains) {
    const reversed = { before: chain.at(-1)?.change.after, after: chain[0]?.change.before };
    if (reversed.after !== undefined) returning.add(path);
    const reason = reasonAgainst(chain.map(({ change }) => change));
    if (reason !== undefined) refused.push({ path, reason });
    else if (!isSameVersion(reversed.before, reversed.after))
      changes.push({
        path,
        ...presentVersions(reversed.before, reversed.after),
        isUncertain: chain.some(({ isUncertain }) => isUncertain),
      });
  }
  return {
    kind: "undo",
    runs: runs.map(({ run }) => run),
    ...withMoves(changes, refused, { moves: movesIn(entries), returning }),
    ...places(entries),
  };
};

/** Adds where the contents of files move. A file stays if its content has nowhere to go: it may be the only copy. */
const withMoves = (
  changes: readonly PlannedChange[],
  refused: RestorePlan["refused"],
  /** `returning`: paths that would have a file afterwards. */
  { moves, returning }: { readonly moves: Moves; readonly returning: ReadonlySet<string> },
): Pick<RestorePlan, "changes" | "refused"> => {
  const planned = new Set([...changes, ...refused].map(({ path }) => path).filter((path) => returning.has(path)));
  const impossible = new Set(refused.map(({ path }) => path));
  const moved = changes.map((change) => {
    const movesTo = endsOf(change.path, moves, planned);
    return movesTo.length === 0 ? change : { ...change, movesTo };
  });
  const stays = ({ movesTo }: PlannedChange): boolean => movesTo?.every((path) => impossible.has(path)) === true;
  return {
    changes: moved.filter((change) => !stays(change)),
    refused: [...refused, ...moved.filter(stays).map(({ path }) => ({ path, reason: STAYS }))],
  };
};

/** The reason why a moved file is not changed. */
export const STAYS = "it has the content of a file that cannot be restored";

/** Plans to take back an undo, of these runs. */
export const planRedo = ({ start, end }: PastRestore, runs: readonly ChangedRun[]): RestorePlan => {
  const refused = new Set(end?.refused.map(({ path }) => path));
  const changes = start.changes
    .filter(({ path }) => !refused.has(path))
    .map(({ path, before, after }) => ({ path, ...presentVersions(after, before), isUncertain: false }));
  const entries = runs.flatMap((run) => run.entries);
  const folders = [...new Set(entries.flatMap(({ removed = [] }) => removed))];
  const returning = new Set(changes.filter(({ after: there }) => there !== undefined).map(({ path }) => path));
  const moved = withMoves(changes, [], { moves: reversedMoves(movesIn(entries)), returning });
  return { kind: "redo", runs: start.runs, ...moved, folders, roots: start.roots, unlisted: [] };
};

/** Returns why a file's changes cannot be undone. */
const reasonAgainst = (chain: readonly FileChange[]): string | undefined => {
  if (chain.some(({ after }, at) => at + 1 < chain.length && !isSameVersion(after, chain[at + 1]?.before)))
    return "something else changed it in between";
  const lost = chain[0]?.before?.kind === "file" ? chain[0].before.omitted : undefined;
  if (lost !== undefined) return REASONS[lost];
  // The current content must be stored as well, so that a redo is possible.
  const current = chain.at(-1)?.after;
  return current?.kind === "file" && current.omitted !== undefined ? REASONS[current.omitted] : undefined;
};

/** Returns why a content is not stored: a clause. */
export const omissionReason = (omission: Omission): string => REASONS[omission];

const REASONS: Readonly<Record<Omission, string>> = {
  large: "it is too large to store",
  many: "too many files changed at once to store all of them",
  budget: "the session's limit of stored bytes was reached",
  ignored: "git ignores it, so its content was not stored",
  secret: "it may have secrets, so its content was not stored",
  unlisted: "it was in a folder that is not compared, so its content was not stored",
  unreadable: "it could not be read",
  unstored: "its content could not be stored",
  lost: "its earlier content no longer exists",
};

/** The versions that exist, for an entry. */
export const presentVersions = (before: FileVersion | undefined, after: FileVersion | undefined): Omit<FileChange, "path"> => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

const places = (entries: readonly FileChangeEntry[]): Pick<RestorePlan, "folders" | "roots" | "unlisted"> => ({
  folders: [...new Set(entries.flatMap((entry) => [...(entry.created ?? []), ...movedFolders(entry)]))],
  roots: [...new Set(entries.map(({ folder }) => folder))],
  unlisted: [...new Set(entries.flatMap(({ folder, unlisted = [] }) => unlisted.map((name) => `${folder}/${name}`)))],
});
