import { dirname, join } from "node:path";
import { isBelow, type Workspace } from "../../workspace/index.ts";

/** The folders between a project's root and a workspace. All paths are absolute, with links resolved. */
export interface ProjectFolders {
  /** The nearest ancestor with a non-empty `.git`, or the workspace's own folder when there is none. */
  readonly root: string;
  /** From the root to the workspace's folder, both included. */
  readonly folders: readonly string[];
  /** True when there is a repository. Its files are not read. */
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

/** Returns the folders from below the root down to `folder`, which must be inside the root. Excludes the root. */
export const foldersBetween = (root: string, folder: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = folder; at !== root && isBelow(root, at); at = dirname(at)) folders.unshift(at);
  return folders;
};

/**
 * Treats an inaccessible path as missing. Ignores an empty folder, as git does: where `.git` is missing, a sandbox
 * creates an empty one while a command runs.
 */
const isRepository = async (workspace: Workspace, git: string): Promise<boolean> => {
  const found = await workspace.stat(git).catch(() => undefined);
  if (found?.kind !== "folder") return found !== undefined;
  const entries = await workspace.list(git).catch(() => undefined);
  return entries?.length !== 0;
};
