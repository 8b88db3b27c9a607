import type { Worktree } from "../../workspace/index.ts";

/** The commands in the background that go on in a folder, by their ids. */
export type JobsIn = (folder: string) => readonly string[];

/** Leaves the place where an agent worked apart: what became of it, for the model. One in which a command goes on stays as it is. */
export const leave = async (worktree: Worktree | undefined, jobsIn: JobsIn): Promise<string | undefined> => {
  if (worktree === undefined) return undefined;
  const { path, branch } = worktree;
  const kept = (why: string): string =>
    `Its worktree is kept in ${path}, on the branch ${branch} (${why}). Nothing of it is in your folder.`;
  const jobs = jobsIn(path);
  if (jobs.length > 0) return kept(`${jobs.join(", ")} ${jobs.length === 1 ? "goes" : "go"} on in it`);
  try {
    const end = await worktree.end();
    return end.kind === "kept" ? kept(end.changes) : "It changed nothing in its worktree, which is removed.";
  } catch (error) {
    return kept(error instanceof Error ? error.message : String(error));
  }
};
