import type { ContentStore } from "../base/index.ts";
import type { Draft } from "../log/index.ts";
import type { FileChange } from "../workspace/index.ts";
import type { RestoreEndEntry, RestoreStartEntry } from "./entries.ts";
import { presentVersions, type RestorePlan } from "./restore-plan.ts";

export interface FileRestorerOptions {
  readonly contents: Pick<ContentStore, "get">;
  /** Appends an entry, and resolves with its id once it survives a loss of power. */
  readonly record: (draft: Draft<RestoreStartEntry> | Draft<RestoreEndEntry>) => Promise<string>;
  /** As `restoreFile` of the workspace. */
  readonly restore: (root: string, change: FileChange, contents: Pick<ContentStore, "get">) => Promise<string | undefined>;
  /** Removes a folder if it is empty. */
  readonly removeEmptyFolder: (path: string) => Promise<unknown>;
}

/** The result of a restore. */
export interface RestoreResult {
  readonly restored: readonly string[];
  /** With the reason: a clause. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Changes files as planned, each only if it still is as recorded. The plan is recorded first, so that a crash in the middle is
 * finished by `finish`.
 */
export const restoreFiles = async (plan: RestorePlan, options: FileRestorerOptions): Promise<RestoreResult> => {
  const { kind, runs, folders, roots } = plan;
  const changes = plan.changes.map(({ path, before, after }) => ({ path, ...presentVersions(before, after) }));
  const id = await options.record({ type: "restore_start", kind, runs, changes, folders, roots });
  const { restored, refused } = await makeChanges({ id, changes, folders, roots }, options);
  return { restored, refused: [...plan.refused, ...refused] };
};

/** Finishes a restore that a crash interrupted. */
export const finishRestore = (start: RestoreStartEntry, options: FileRestorerOptions): Promise<RestoreResult> =>
  makeChanges(start, options);

type Restore = Pick<RestoreStartEntry, "id" | "changes" | "folders" | "roots">;

const makeChanges = async ({ id, changes, folders, roots }: Restore, options: FileRestorerOptions): Promise<RestoreResult> => {
  const restored: string[] = [];
  const refused: { path: string; reason: string }[] = [];
  const make = async (change: FileChange): Promise<void> => {
    const { path } = change;
    const root = roots.find((folder) => path.startsWith(`${folder}/`));
    const reason = root === undefined ? "it is outside of the session's folders" : await options.restore(root, change, options.contents);
    if (reason === undefined) restored.push(path);
    else refused.push({ path, reason });
  };
  // A file may take the place of a folder, or a folder that of a file.
  for (const change of changes) if (change.after === undefined) await make(change);
  for (const folder of folders.toSorted((one, other) => other.length - one.length)) await options.removeEmptyFolder(folder);
  for (const change of changes) if (change.after !== undefined) await make(change);
  await options.record({ type: "restore_end", restore: id, refused });
  return { restored, refused };
};
