import { errorText } from "../base/index.ts";
import type { Worktree } from "../workspace/index.ts";

/**
 * Ends a worktree, and returns its fate in a sentence for the model. A worktree in which tasks or jobs are running stays; `runningIn` returns
 * their ids.
 */
export const releaseWorktree = async (
  worktree: Worktree | undefined,
  runningIn: (folder: string) => readonly string[],
): Promise<string | undefined> => {
  if (worktree === undefined) return undefined;
  const { path, branch } = worktree;
  const remains = (reason: string): string =>
    `Its worktree remains in ${path}, on the branch ${branch} (${reason}). Your folder has none of its changes.`;
  const running = runningIn(path);
  if (running.length > 0) return remains(`${running.join(", ")} still running there`);
  try {
    const end = await worktree.end();
    return end.kind === "kept" ? remains(end.changes) : "It changed nothing in its worktree, which was removed.";
  } catch (error) {
    return remains(errorText(error));
  }
};
