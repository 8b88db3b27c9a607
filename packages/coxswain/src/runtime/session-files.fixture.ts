import { globSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Hook } from "../hooks/index.ts";
import type { Store } from "../log/index.ts";
import type { Reply, Script } from "../model/index.ts";
import { openScene } from "./runtime.fixture.ts";
import { bashTool, editTool, readTool, writeTool } from "../tools/index.ts";
import { folderScanners, type ScanLimits } from "../workspace/index.ts";
import { git, writeAll } from "../workspace/versions/scan.fixture.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";

export { git, treeOf } from "../workspace/versions/scan.fixture.ts";

/** A reply that runs a command. */
export const runs = (command: string): Reply => ({ calls: [{ name: "bash", input: { command } }] });

export const writes = (path: string, content: string): Reply => ({ calls: [{ name: "write", input: { path, content } }] });

export interface FilesScene {
  readonly files?: Readonly<Record<string, string>>;
  readonly script: Script;
  /** False: the folder is in no repository. Default: true, and the files are committed. */
  readonly repository?: boolean;
  readonly store?: Store;
  readonly limits?: Partial<ScanLimits>;
  /** Returns true for files with secrets. Default: none. */
  readonly isSecret?: (path: string) => boolean;
  readonly hooks?: readonly Hook[];
  /** Called before the files are committed. */
  readonly prepare?: (root: string) => void;
}

/** Opens a session that records what its tools change in a temporary folder. */
export const openFilesScene = async (
  t: TestContext,
  { files = {}, script, repository = true, prepare = () => {}, store, limits, isSecret, hooks = [] }: FilesScene,
) => {
  const { workspace, root, at } = temporaryWorkspace(t);
  if (repository) git(root, "init", "-q");
  writeAll(root, files);
  prepare(root);
  if (repository) {
    git(root, "add", "-A");
    git(root, "commit", "-qm", "first", "--allow-empty");
  }
  const tools = [bashTool(workspace), writeTool(workspace), editTool(workspace), readTool(workspace)];
  const scene = await openScene({
    script,
    tools,
    workspace,
    cwd: root,
    hooks,
    changes: folderScanners({ ...(limits === undefined ? {} : { limits }), ...(isSecret === undefined ? {} : { isSecret }) }),
    ...(store === undefined ? {} : { store }),
  });
  t.after(() => scene.runtime.close());
  return { ...scene, root, at };
};

/** Bytes in the blobs of a store on disk. */
export const storedIn = (directory: string): number =>
  globSync("blobs/*/*", { cwd: directory }).reduce((sum, name) => sum + lstatSync(join(directory, name)).size, 0);
