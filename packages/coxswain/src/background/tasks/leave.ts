import type { Worktree } from "../../workspace/index.ts";

/**
 * Leaves the place where an agent worked apart: what became of it, for the model. One in which something goes on, as `goingIn` says by
 * ids, stays as it is.
 */
export const releaseWorktree = async (
  worktree: Worktree | undefined,
  goingIn: (folder: string) => readonly string[],
): Promise<string | undefined> => {
  if (worktree === undefined) return undefined;
  const { path, branch } = worktree;
  const kept = (why: string): string =>
    `Its worktree is kept in ${path}, on the branch ${branch} (${why}). Nothing of it is in your folder.`;
  const going = goingIn(path);
  if (going.length > 0) return kept(`${going.join(", ")} ${going.length === 1 ? "goes" : "go"} on in it`);
  try {
    const end = await worktree.end();
    return end.kind === "kept" ? kept(end.changes) : "It changed nothing in its worktree, which is removed.";
  } catch (error) {
    return kept(error instanceof Error ? error.message : String(error));
  }
};
