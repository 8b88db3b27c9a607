import { execFileSync } from "node:child_process";
import { globSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import type { Hook } from "../hooks/index.ts";
import type { Store } from "../log/index.ts";
import type { Reply, Script } from "../model/index.ts";
import { openScene } from "./runtime.fixture.ts";
import { bashTool, editTool, readTool, writeTool } from "../tools/index.ts";
import { folderScanners, type ScanLimits } from "../workspace/index.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";

/** A reply that runs a command. */
export const runs = (command: string): Reply => ({ calls: [{ name: "bash", input: { command } }] });

export const writes = (path: string, content: string): Reply => ({ calls: [{ name: "write", input: { path, content } }] });

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

export interface FilesScene {
  readonly files?: Readonly<Record<string, string>>;
  readonly script: Script;
  /** False: the folder is in no repository. Default: true, and the files are committed. */
  readonly repository?: boolean;
  readonly store?: Store;
  readonly limits?: Partial<ScanLimits>;
  readonly hooks?: readonly Hook[];
  /** Called before the files are committed. */
  readonly prepare?: (root: string) => void;
}

/** Opens a session that records what its tools change in a temporary folder. */
export const openFilesScene = async (
  t: TestContext,
  { files = {}, script, repository = true, prepare = () => {}, store, limits, hooks = [] }: FilesScene,
) => {
  const { workspace, root, at } = temporaryWorkspace(t);
  if (repository) git(root, "init", "-q");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text, "latin1");
  }
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
    changes: folderScanners(limits === undefined ? {} : { limits }),
    ...(store === undefined ? {} : { store }),
  });
  t.after(() => scene.runtime.close());
  return { ...scene, root, at };
};

/** Bytes in the blobs of a store on disk. */
export const storedIn = (directory: string): number =>
  globSync("blobs/*/*", { cwd: directory }).reduce((sum, name) => sum + lstatSync(join(directory, name)).size, 0);

/** Everything in a folder but the repositories themselves: mode and content, or a link's target, by path. */
export const treeOf = (folder: string, prefix = ""): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).flatMap((name) => {
      if (name === ".git") return [];
      const path = join(folder, name);
      const stats = lstatSync(path);
      const own = prefix + name;
      if (stats.isDirectory()) return [[`${own}/`, ""], ...Object.entries(treeOf(path, `${own}/`))];
      const text = stats.isSymbolicLink()
        ? `-> ${readlinkSync(path)}`
        : `${(stats.mode & 0o7777).toString(8)} ${readFileSync(path, "latin1")}`;
      return [[own, text]];
    }),
  );
