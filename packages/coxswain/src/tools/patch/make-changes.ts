import { ToolError } from "../../loop/index.ts";
import { FileError, type Workspace } from "../../workspace/index.ts";
import type { PlannedChange } from "./plan-change.ts";

/**
 * Makes all changes, or takes back those that were made when one cannot be: each file is whole at every moment. A process that is killed
 * in between leaves some of them made.
 * @throws {ToolError}
 */
export const makeChanges = async (workspace: Workspace, changes: readonly PlannedChange[]): Promise<void> => {
  const undo: (() => Promise<void>)[] = [];
  try {
    // What goes, goes last: it is the hardest to put back.
    for (const change of changes.toSorted((one, other) => Number(goes(one)) - Number(goes(other)))) await make(workspace, change, undo);
  } catch (error) {
    const kept = await takeBack(undo);
    if (!(error instanceof FileError)) throw error;
    const left = kept.length === 0 ? "Nothing was changed." : `What was changed before could not be taken back: ${kept.join("; ")}.`;
    throw new ToolError(`${error.message} ${left}`, { cause: error });
  }
};

const goes = ({ bytes }: PlannedChange): boolean => bytes === undefined;

const make = async (workspace: Workspace, { file, to, old, bytes }: PlannedChange, undo: (() => Promise<void>)[]): Promise<void> => {
  if (bytes === undefined) {
    await workspace.remove(file.path);
    if (old !== undefined) undo.push(() => workspace.replace(file.path, old));
    return;
  }
  if (old === undefined || Buffer.compare(old, bytes) !== 0) {
    await workspace.replace(file.path, bytes);
    undo.push(() => (old === undefined ? workspace.remove(file.path) : workspace.replace(file.path, old)));
  }
  if (to === undefined) return;
  await workspace.move(file.path, to.path);
  undo.push(() => workspace.move(to.path, file.path));
};

/** The latest first. What could not be taken back, and why. */
const takeBack = async (undo: readonly (() => Promise<void>)[]): Promise<readonly string[]> => {
  const kept: string[] = [];
  for (const step of undo.toReversed())
    await step().catch((error: unknown) => void kept.push(error instanceof Error ? error.message : String(error)));
  return kept;
};
