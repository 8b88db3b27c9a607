export { gitWorktrees } from "./git-worktrees.ts";
export type { GitWorktreesOptions } from "./git-worktrees.ts";
export type { Worktree, WorktreeEnd, Worktrees } from "./worktree.ts";
