import { dirname } from "node:path";
import { ToolError } from "../../loop/index.ts";
import { FileError, type Workspace } from "../../workspace/index.ts";
import { shownPath } from "../file-access.ts";
import type { PatchFile } from "./patch-targets.ts";
import type { PlannedChange } from "./plan-change.ts";

/**
 * Applies all changes. If one fails, reverts those that were applied. Each file is complete at every moment. If the
 * process is killed, some changes may remain applied.
 * @throws {ToolError}
 */
export const makeChanges = async (workspace: Workspace, changes: readonly PlannedChange[]): Promise<void> => {
  const undo: Undo[] = [];
  try {
    // Deletes files last: a deletion is the hardest change to revert.
    for (const change of changes.toSorted((one, other) => Number(isDeletion(one)) - Number(isDeletion(other))))
      await make(workspace, change, undo);
  } catch (error) {
    const remaining = await revert(undo);
    if (!(error instanceof Error) || (remaining.length === 0 && !(error instanceof FileError))) throw error;
    const left =
      remaining.length === 0 ? "Nothing was changed." : `These changes remain and could not be reverted: ${remaining.join("; ")}.`;
    throw new ToolError(`${error.message} ${left}`, { cause: error });
  }
};

const isDeletion = ({ bytes }: PlannedChange): boolean => bytes === undefined;

/** Reverts one applied step. */
interface Undo {
  readonly what: string;
  readonly back: () => Promise<void>;
}

const make = async (workspace: Workspace, { file, to, old, bytes }: PlannedChange, undo: Undo[]): Promise<void> => {
  const { shown } = file;
  if (bytes === undefined) {
    await workspace.remove(file);
    if (old !== undefined) undo.push({ what: `${shown} was deleted`, back: () => workspace.replace(file, old) });
    return;
  }
  if (old === undefined) {
    undo.push(...(await foldersToMake(workspace, file)));
    await workspace.replace(file, bytes);
    undo.push({ what: `${shown} was added`, back: () => workspace.remove(file) });
  } else if (Buffer.compare(old, bytes) !== 0) {
    await workspace.replace(file, bytes);
    undo.push({ what: `${shown} was changed`, back: () => workspace.replace(file, old) });
  }
  if (to === undefined) return;
  undo.push(...(await foldersToMake(workspace, to)));
  await workspace.move(file, to);
  undo.push({ what: `${shown} was moved to ${to.shown}`, back: () => workspace.move(to, file) });
};

/**
 * Returns the missing parent folders of a file. A revert removes each of them unless it contains other files by then.
 */
const foldersToMake = async (workspace: Workspace, file: PatchFile): Promise<readonly Undo[]> => {
  const path = dirname(file.path);
  const folder = { ...file, path, shown: shownPath(workspace, path) };
  if (path === file.path || (await workspace.stat(folder)) !== undefined) return [];
  const back = async (): Promise<void> => void (await workspace.removeEmptyFolder(folder));
  return [...(await foldersToMake(workspace, folder)), { what: `the folder ${folder.shown} was created`, back }];
};

/** Reverts the steps, latest first. Returns the steps that could not be reverted, with the reason. */
const revert = async (undo: readonly Undo[]): Promise<readonly string[]> => {
  const remaining: string[] = [];
  for (const { what, back } of undo.toReversed())
    await back().catch((error: unknown) => void remaining.push(`${what} (${error instanceof Error ? error.message : String(error)})`));
  return remaining;
};
