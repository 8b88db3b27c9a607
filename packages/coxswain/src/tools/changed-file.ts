import type { FileStat, ResolvedPath, Workspace } from "../workspace/index.ts";

/** Returns notes for the model about side effects of a write. `before` is the state of the file before the write. */
export const changedFile = async (workspace: Workspace, place: ResolvedPath, before: FileStat | undefined): Promise<readonly string[]> => {
  if (before === undefined) return [];
  const after = await workspace.stat(place).catch(() => undefined);
  return [
    ...(before.links > 1 ? ["had other hard links, which still have the old content."] : []),
    ...(after === undefined || after.owner === before.owner ? [] : ["belonged to another user and now belongs to the session's user."]),
  ];
};
