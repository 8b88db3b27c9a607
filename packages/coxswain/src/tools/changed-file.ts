import type { FileStat, Place, Workspace } from "../workspace/index.ts";

/** What has become of a file besides its new content, as the model is told it: `before` is the file as it was. */
export const changedFile = async (workspace: Workspace, place: Place, before: FileStat | undefined): Promise<readonly string[]> => {
  if (before === undefined) return [];
  const after = await workspace.stat(place).catch(() => undefined);
  return [
    ...(before.links > 1 ? ["had other hard links: they keep the old content."] : []),
    ...(after === undefined || after.owner === before.owner ? [] : ["belonged to another user, and is the session's user's now."]),
  ];
};
