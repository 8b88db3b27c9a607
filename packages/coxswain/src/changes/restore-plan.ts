import { type FileVersion, isIgnoredChange, isSameVersion, type Omission, type PathChange, type PathVersion } from "../workspace/index.ts";
import type { FileChangeEntry, RestoredChange } from "./entries.ts";
import type { ChangedRun, PastRestore } from "./file-history.ts";
import { endsOf, type Moves, movedFolders, movesIn, reversedMoves } from "./moved-files.ts";

/** Files to change back, or again. */
export interface RestorePlan {
  readonly kind: "undo" | "redo";
  /** Oldest first. */
  readonly runs: readonly string[];
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly Refusal[];
  /** Folders to remove once they are empty, absolute. */
  readonly folders: readonly string[];
  /** The folders that work was done in: nothing else is changed. */
  readonly roots: readonly string[];
  /** Folders that are compared as a whole and have not changed so, absolute, with a slash at the end. */
  readonly unlisted: readonly string[];
}

/** A file or a folder that is not restored. */
export interface Refusal {
  /** Absolute. A folder ends with a slash. */
  readonly path: string;
  /** A clause. */
  readonly reason: string;
  /** True if git ignores it, or it is compared as a whole: it is never restored. Absent: false. */
  readonly isIgnored?: boolean;
}

export interface PlannedChange extends RestoredChange {
  /** Found by comparing the folder before and after a command: the user or another program may have made the change. */
  readonly isUncertain: boolean;
}

/** Plans to undo the changes of some runs. */
export const planUndo = (runs: readonly ChangedRun[]): RestorePlan => {
  const entries = entriesOf(runs);
  const changes: PlannedChange[] = [];
  const refused: Refusal[] = [];
  const returning = new Set<string>();
  const chains = chainsOf(entries);
  for (const [path, chain] of chains) {
    const reversed: Ends = { before: chain.at(-1)?.change.after, after: chain[0]?.change.before };
    if (reversed.after !== undefined) returning.add(path);
    if (!isRestorable(reversed) || chain.every(({ change }) => isIgnoredChange(change))) continue;
    const reason = reasonAgainst(chain.map(({ change }) => change));
    if (reason !== undefined) refused.push({ path, reason });
    else if (!isSameVersion(reversed.before, reversed.after))
      changes.push({
        path,
        ...presentVersions(reversed.before, reversed.after),
        isUncertain: chain.some(({ isUncertain }) => isUncertain),
      });
  }
  const ignored = ignoredIn(chains);
  return {
    kind: "undo",
    runs: runs.map(({ run }) => run),
    ...withMoves(changes, [...refused, ...ignored], { moves: movesIn(entries), returning }),
    ...places(entries, ignored),
  };
};

interface Ends {
  readonly before: PathVersion | undefined;
  readonly after: PathVersion | undefined;
}

const isRestorable = (ends: Ends): ends is { readonly before: FileVersion | undefined; readonly after: FileVersion | undefined } =>
  !isIgnoredChange(ends);

type Chain = readonly { readonly change: PathChange; readonly isUncertain: boolean }[];

const entriesOf = (runs: readonly ChangedRun[]): readonly FileChangeEntry[] =>
  runs.flatMap((run) => run.entries).toSorted((one, other) => one.seq - other.seq);

/** Returns the changes of each path, oldest first. */
const chainsOf = (entries: readonly FileChangeEntry[]): ReadonlyMap<string, Chain> => {
  const chains = new Map<string, Chain[number][]>();
  for (const { changes, found } of entries)
    for (const change of changes) {
      const chain = chains.get(change.path) ?? [];
      chains.set(change.path, chain);
      chain.push({ change, isUncertain: found === "compared" });
    }
  return chains;
};

/** Returns the files and folders that no restore changes: first those that were there before, by path. */
const ignoredIn = (chains: ReadonlyMap<string, Chain>): readonly Refusal[] =>
  [...chains]
    .map(([path, chain]) => ({ path, before: chain[0]?.change.before, after: chain.at(-1)?.change.after }))
    .filter(isIgnoredChange)
    .toSorted((one, other) => Number(one.before === undefined) - Number(other.before === undefined) || (one.path < other.path ? -1 : 1))
    .map(({ path, before, after }) => {
      const isFolder = before?.kind === "folder" || after?.kind === "folder";
      return { path, reason: isFolder ? WHOLE : REASONS.ignored, isIgnored: true };
    });

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
export const STAYS = "it may have the content of a file that cannot be restored";

/** Plans to take back an undo, of these runs. */
export const planRedo = ({ start, end }: PastRestore, runs: readonly ChangedRun[]): RestorePlan => {
  const refused = new Set(end?.refused.map(({ path }) => path));
  const changes = start.changes
    .filter(({ path }) => !refused.has(path))
    .map(({ path, before, after }) => ({ path, ...presentVersions(after, before), isUncertain: false }));
  const entries = entriesOf(runs);
  const folders = [...new Set(entries.flatMap(({ removed = [] }) => removed))];
  const returning = new Set(changes.filter(({ after: there }) => there !== undefined).map(({ path }) => path));
  const moved = withMoves(changes, ignoredIn(chainsOf(entries)), { moves: reversedMoves(movesIn(entries)), returning });
  return { kind: "redo", runs: start.runs, ...moved, folders, roots: start.roots, unlisted: [] };
};

/** Returns why a file's changes cannot be undone. */
const reasonAgainst = (chain: readonly PathChange[]): string | undefined => {
  if (chain.some(({ after }, at) => at + 1 < chain.length && !isSameVersion(after, chain[at + 1]?.before)))
    return "something else changed it in between";
  const lost = chain[0]?.before?.kind === "file" ? chain[0].before.omitted : undefined;
  if (lost !== undefined) return REASONS[lost];
  // The current content must be stored as well, so that a redo is possible.
  const current = chain.at(-1)?.after;
  return current?.kind === "file" && current.omitted !== undefined ? REASONS[current.omitted] : undefined;
};

/** Returns why a content is not stored: a clause. `folder`: it is a folder that is compared as a whole. */
export const omissionReason = (omission: Omission | "folder"): string => (omission === "folder" ? WHOLE : REASONS[omission]);

const WHOLE = "it is compared as a whole, so its files were not stored";

const REASONS: Readonly<Record<Omission, string>> = {
  large: "it is too large to store",
  many: "too many files changed at once to store all of them",
  budget: "the session's limit of stored bytes was reached",
  ignored: "git ignores it, so its content was not stored",
  secret: "it may have secrets, so its content was not stored",
  unlisted: "it was at another path before, where its content was not stored",
  unreadable: "it could not be read",
  unstored: "its content could not be stored",
  lost: "its earlier content no longer exists",
};

/** The versions that exist, for an entry. */
export const presentVersions = <Version extends PathVersion>(
  before: Version | undefined,
  after: Version | undefined,
): { readonly before?: Version; readonly after?: Version } => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

const places = (entries: readonly FileChangeEntry[], ignored: readonly Refusal[]): Pick<RestorePlan, "folders" | "roots" | "unlisted"> => ({
  folders: [...new Set(entries.flatMap((entry) => [...(entry.created ?? []), ...movedFolders(entry)]))],
  roots: [...new Set(entries.map(({ folder }) => folder))],
  unlisted: [...new Set(entries.flatMap(({ folder, unlisted = [] }) => unlisted.map((name) => `${folder}/${name}`)))].filter(
    (folder) => !ignored.some(({ path }) => path === folder),
  ),
});
