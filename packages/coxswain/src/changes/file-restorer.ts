import type { ContentStore } from "../base/index.ts";
import type { Draft } from "../log/index.ts";
import type { FileChange, RemovedPaths, RestoredFile, RestoreState } from "../workspace/index.ts";
import type { RestoredChange, RestoreEndEntry, RestoreStartEntry } from "./entries.ts";
import { presentVersions, type Refusal, type RestorePlan, STAYS } from "./restore-plan.ts";

export interface FileRestorerOptions {
  readonly contents: Pick<ContentStore, "get">;
  /** Appends an entry, and resolves with its id once it survives a loss of power. */
  readonly record: (draft: Draft<RestoreStartEntry> | Draft<RestoreEndEntry>) => Promise<string>;
  /** As the functions of the workspace. */
  readonly files: {
    restoreState(root: string, change: FileChange): Promise<RestoreState>;
    becomesEmpty(path: string, removed: RemovedPaths): Promise<boolean>;
    restoreFile(file: RestoredFile): Promise<string | undefined>;
    removeLeftover(root: string, path: string, restore: string): Promise<void>;
    removeRestoredFolder(root: string, path: string): Promise<void>;
  };
}

/** The result of a restore. */
export interface RestoreResult {
  readonly restored: readonly string[];
  readonly refused: readonly Refusal[];
}

/**
 * Changes files as planned, each only if it still is as recorded. The plan is recorded first, so that a crash in the middle is
 * finished by `finish`.
 */
export const restoreFiles = async (plan: RestorePlan, options: FileRestorerOptions): Promise<RestoreResult> => {
  const { kind, runs, folders, roots } = plan;
  const changes = plan.changes.map(({ path, before, after, movesTo }) => ({
    path,
    ...presentVersions(before, after),
    ...(movesTo === undefined ? {} : { movesTo }),
  }));
  const id = await options.record({ type: "restore_start", kind, runs, changes, folders, roots });
  const { restored, refused } = await makeChanges({ id, changes, folders, roots }, options);
  return { restored, refused: [...plan.refused, ...refused] };
};

/** Finishes a restore that a crash interrupted. */
export const finishRestore = async (start: RestoreStartEntry, options: FileRestorerOptions): Promise<RestoreResult> => {
  for (const { path } of start.changes) {
    const root = rootOf(start, path);
    if (root !== undefined) await options.files.removeLeftover(root, path, start.id);
  }
  return makeChanges(start, options);
};

/** Returns the folder of a restore that contains a path. */
const rootOf = ({ roots }: Pick<Restore, "roots">, path: string): string | undefined =>
  roots.find((folder) => path.startsWith(`${folder}/`));

type Restore = Pick<RestoreStartEntry, "id" | "changes" | "folders" | "roots">;

type States = Pick<FileRestorerOptions["files"], "restoreState" | "becomesEmpty">;

/** Compares a file with its change as it will be once the restore has deleted what took the place of a file or of its folder. */
export const stateInRestore = async (
  change: FileChange,
  { changes, folders, roots }: Pick<Restore, "changes" | "folders" | "roots">,
  { restoreState, becomesEmpty }: States,
): Promise<RestoreState> => {
  const { path, before } = change;
  const stateOf = (one: FileChange): Promise<RestoreState> => restoreState(rootOf({ roots }, one.path) ?? "", one);
  const state = await stateOf(change);
  if (state.kind !== "refused" || before !== undefined) return state;
  const isGone = async (other: RestoredChange): Promise<boolean> => {
    if (other.before === undefined || other.after !== undefined || (await stateOf(other)).kind !== "ready") return false;
    if (other.movesTo === undefined || other.movesTo.includes(path)) return true;
    for (const to of changes) if (other.movesTo.includes(to.path) && (await stateOf(to)).kind !== "refused") return true;
    return false;
  };
  // A file or a link replaced a folder.
  const above = changes.find((other) => other.after === undefined && path.startsWith(`${other.path}/`));
  if (above !== undefined) return (await isGone(above)) ? READY : state;
  // A folder replaced the file.
  if (!folders.includes(path)) return state;
  const inside = changes.filter((other) => other.path.startsWith(`${path}/`));
  const gone: string[] = [];
  for (const other of inside) if (await isGone(other)) gone.push(other.path);
  return (await becomesEmpty(path, { files: new Set(gone), folders: new Set(folders) })) ? READY : state;
};

const READY: RestoreState = { kind: "ready" };

/** Returns the paths of changes that must not be made, because no other path can get their content now. */
export const stayingFiles = async (
  { changes, folders, roots }: Pick<Restore, "changes" | "folders" | "roots">,
  { contents, files }: Pick<FileRestorerOptions, "contents"> & { readonly files: States },
): Promise<ReadonlySet<string>> => {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const isPossible = async (path: string): Promise<boolean> => {
    const change = byPath.get(path);
    if (change?.after === undefined || rootOf({ roots }, path) === undefined) return false;
    const { kind } = await stateInRestore(change, { changes, folders, roots }, files);
    if (kind !== "ready") return kind === "done";
    const { after } = change;
    return after.kind === "link" || (after.content !== undefined && (await contents.get(after.content)) !== undefined);
  };
  const staying = new Set<string>();
  for (const { path, movesTo } of changes) {
    if (movesTo === undefined) continue;
    let canMove = false;
    for (const to of movesTo) canMove ||= await isPossible(to);
    if (!canMove) staying.add(path);
  }
  return staying;
};

const makeChanges = async (restore: Restore, options: FileRestorerOptions): Promise<RestoreResult> => {
  const { id, changes, folders } = restore;
  const { contents, files } = options;
  const restored: string[] = [];
  const refused: { path: string; reason: string }[] = [];
  const staying = await stayingFiles(restore, options);
  const make = async (change: RestoredChange): Promise<void> => {
    const { path } = change;
    if (staying.has(path)) {
      refused.push({ path, reason: STAYS });
      return;
    }
    const root = rootOf(restore, path);
    const reason =
      root === undefined ? "it is outside of the session's folders" : await files.restoreFile({ root, change, contents, restore: id });
    if (reason === undefined) restored.push(path);
    else refused.push({ path, reason });
  };
  // A file may take the place of a folder, or a folder that of a file.
  for (const change of changes) if (change.after === undefined) await make(change);
  for (const folder of folders.toSorted((one, other) => other.length - one.length)) {
    const root = rootOf(restore, folder);
    if (root !== undefined) await files.removeRestoredFolder(root, folder);
  }
  for (const change of changes) if (change.after !== undefined) await make(change);
  await options.record({ type: "restore_end", restore: id, refused });
  return { restored, refused };
};
