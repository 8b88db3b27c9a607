import { dirname, join } from "node:path";
import { isBelow, type Workspace } from "../../workspace/index.ts";

/** Where a workspace's folder lies in its project. All paths are absolute, links resolved. */
export interface ProjectFolders {
  /** The nearest folder upward with a `.git` that is no empty folder; the workspace's own where there is none. */
  readonly root: string;
  /** From the root to the workspace's folder, both included. */
  readonly folders: readonly string[];
  /** Whether there is one. No file in it is read. */
  readonly repository: boolean;
}

export const projectFolders = async (workspace: Workspace): Promise<ProjectFolders> => {
  const folders: string[] = [];
  for (let folder = workspace.root; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (await isRepository(workspace, join(folder, ".git"))) return { root: folder, folders, repository: true };
    if (dirname(folder) === folder) return { root: workspace.root, folders: [workspace.root], repository: false };
  }
};

/** Below a root and down to a folder, which lies in it: every folder on the way, the root itself not. */
export const foldersBetween = (root: string, folder: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = folder; at !== root && isBelow(root, at); at = dirname(at)) folders.unshift(at);
  return folders;
};

/**
 * What cannot be looked at counts as not there. An empty folder is passed over, as by git: a sandbox makes one while a command runs, where
 * there is none.
 */
const isRepository = async (workspace: Workspace, git: string): Promise<boolean> => {
  const found = await workspace.stat(git).catch(() => undefined);
  if (found?.kind !== "folder") return found !== undefined;
  const entries = await workspace.list(git).catch(() => undefined);
  return entries?.length !== 0;
};
